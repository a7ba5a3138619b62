"use client";

import { Popover as Radix } from "radix-ui";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import "./page-nonce";
import { startAtFirst } from "./start-focus";

type Props = {
  /** The trigger, which opens and closes the panel itself. */
  at: RefObject<HTMLButtonElement | null>;
  label: string;
  /** Id of the content, if a screen reader is to read it as the panel opens. */
  describedBy?: string;
  align?: "start" | "end";
  close: () => void;
  children: ReactNode;
};

export function PopoverPanel({ at, label, describedBy, align = "start", close, children }: Props) {
  const left = useRef<boolean>(false);
  // A tap beside the panel only closes it: on a phone, what lies there is nearly always a link.
  const [modal] = useState(() => matchMedia("(pointer: coarse)").matches);
  return (
    <Radix.Root open modal={modal} onOpenChange={close}>
      <Radix.Anchor virtualRef={at as RefObject<HTMLButtonElement>} />
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          aria-describedby={describedBy}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onOpenAutoFocus={describedBy ? undefined : startAtFirst}
          onInteractOutside={(event) => {
            if (at.current?.contains(event.target as Node)) event.preventDefault();
            else left.current = !modal;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Focus that has moved elsewhere is not pulled back.
            if (!left.current) at.current?.focus();
          }}
          className="z-50 max-h-(--radix-popover-content-available-height) min-w-56 max-w-[min(28rem,calc(100vw-1.5rem))] overflow-y-auto rounded-lg bg-raised p-3 shadow-high"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
