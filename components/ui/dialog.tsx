"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { IconButton } from "./icon-button";
import "./page-nonce";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  children: ReactNode;
};

/** A modal dialog; Radix traps the focus. */
export function Dialog({ open, onOpenChange, title, description, wide = false, children }: Props) {
  const opener = useRef<Element>(null);
  // The opener may be unmounted by then, such as the row of a revoked key.
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    const target = opener.current?.isConnected ? opener.current : document.getElementById("main");
    if (target instanceof HTMLElement) target.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-veil p-4">
          <Radix.Content
            onOpenAutoFocus={() => {
              opener.current = document.activeElement;
            }}
            onCloseAutoFocus={giveFocusBack}
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
            <Radix.Close asChild>
              <IconButton icon={X} name="Close" className="absolute top-4 right-4" />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
