"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button";
import "./page-nonce";

type Props = { close: () => void; title: string; children: ReactNode };

/** A bottom sheet, for menus on a phone. */
export function Sheet({ close, title, children }: Props) {
  return (
    <Radix.Root open onOpenChange={(open) => !open && close()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[85dvh] overflow-y-auto rounded-t-xl bg-raised p-4 pb-[calc(1rem+env(safe-area-inset-bottom))] shadow-high"
        >
          <div className="mb-2 flex items-center justify-between">
            <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon={X} name="Close" />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
