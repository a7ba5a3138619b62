"use client";

import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";

type Props = {
  trigger: ReactNode;
  label: string;
  align?: "start" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
};

/** A small panel that hangs from its button. */
export function Popover({ trigger, label, align = "start", children, ...state }: Props) {
  return (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="z-30 max-h-(--radix-popover-content-available-height) min-w-56 max-w-[min(28rem,calc(100vw-1.5rem))] overflow-y-auto rounded-lg bg-raised p-3 shadow-high"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
