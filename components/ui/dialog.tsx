"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button";
import "./page-nonce";
import { startAtChosen } from "./start-focus";
import { useFocusReturn } from "./use-focus-return";

type Props = {
  open: boolean;
  /** Absent while only a button of the content closes the dialog: Escape and a click outside would lose what it shows. */
  onOpenChange?: ((open: boolean) => void) | undefined;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  children: ReactNode;
};

/** A modal dialog; Radix traps the focus. */
export function Dialog({ open, onOpenChange, title, description, wide = false, children }: Props) {
  const focus = useFocusReturn();
  return (
    <Radix.Root open={open} {...(onOpenChange && { onOpenChange })}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-veil p-4">
          <Radix.Content
            onOpenAutoFocus={(event) => {
              focus.remember();
              startAtChosen(event);
            }}
            onCloseAutoFocus={focus.giveBack}
            {...(!description && { "aria-describedby": undefined })}
            className={`relative w-full ${wide ? "max-w-3xl" : "max-w-lg"} rounded-xl bg-raised p-5 shadow-high sm:p-6`}
          >
            <Radix.Title className="pr-8 font-semibold text-lg">{title}</Radix.Title>
            {description && (
              <Radix.Description asChild>
                <div className="mt-1 text-soft">{description}</div>
              </Radix.Description>
            )}
            <div className="mt-4">{children}</div>
            {onOpenChange && (
              <Radix.Close asChild>
                <IconButton
                  icon={X}
                  name="Close"
                  className="absolute top-4 right-4 pointer-coarse:top-2 pointer-coarse:right-2"
                />
              </Radix.Close>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
