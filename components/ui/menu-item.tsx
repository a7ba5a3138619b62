import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

type Props = {
  icon: LucideIcon;
  danger?: boolean;
  /** Target of a link. */
  href?: string;
  act: () => void;
  children: ReactNode;
};

/** One link or action of a menu in a popover. */
export function MenuItem({ icon: Icon, danger = false, href, act, children }: Props) {
  const shape = `flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-left font-medium hover:bg-idle-wash ${danger ? "text-bad" : "text-soft hover:text-ink"}`;
  const inside = (
    <>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {children}
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <button type="button" className={shape} onClick={act}>
          {inside}
        </button>
      ) : (
        <Link href={href} prefetch={false} className={shape} onClick={act}>
          {inside}
        </Link>
      )}
    </li>
  );
}
