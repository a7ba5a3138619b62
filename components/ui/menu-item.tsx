"use client";

import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { HoverPrefetchLink } from "./hover-prefetch-link";
import { useClosePopover } from "./popover";
import { useOnce } from "./use-once";

type Props = {
  icon: LucideIcon;
  danger?: boolean;
  children: ReactNode;
} & (
  | { href: string; act?: never; stays?: never }
  /** Called once the menu is closed, unless it `stays` open to show the result. */
  | { act: () => void; href?: never; stays?: boolean }
);

/** One link or action of a menu in a popover, which it closes. */
export function MenuItem({ icon: Icon, danger = false, href, act, stays, children }: Props) {
  const close = useClosePopover();
  const counts = useOnce();
  const shape = `tap flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-left font-medium hover:bg-idle-wash ${danger ? "text-bad" : "text-soft hover:text-ink"}`;
  const inside = (
    <>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {children}
    </>
  );
  const run = () => {
    if (!counts()) return;
    if (!stays) close();
    act?.();
  };
  return (
    <li>
      {href === undefined ? (
        <button type="button" className={shape} onClick={run}>
          {inside}
        </button>
      ) : (
        <HoverPrefetchLink href={href} className={shape} onClick={close}>
          {inside}
        </HoverPrefetchLink>
      )}
    </li>
  );
}
