"use client";

import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { currentOf, useSections } from "@/components/navigation/use-sections";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";

const MoreSheet = dynamic(() => import("./more-sheet").then((module) => module.MoreSheet), {
  ssr: false,
});
const shape =
  "flex h-14 w-full flex-col items-center justify-center gap-1 font-medium text-soft text-xs -outline-offset-4! aria-[current]:text-accent";
const shown = 4;

/** Navigation on a phone: four sections and the rest behind More. */
export function BottomBar() {
  const path = usePathname();
  const [open, setOpen] = useState(false);
  const sections = useSections();
  const rest = sections.slice(shown);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-sunken pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="flex">
        {sections.slice(0, shown).map(({ href, to, name, icon: Icon }) => (
          <li key={href} className="min-w-0 flex-1">
            <HoverPrefetchLink href={to} aria-current={currentOf(href, path)} className={shape}>
              <Icon aria-hidden="true" className="size-5" />
              <span className="max-w-full truncate">{name}</span>
            </HoverPrefetchLink>
          </li>
        ))}
        <li className="min-w-0 flex-1">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-current={rest.some(({ href }) => currentOf(href, path)) || undefined}
            className={shape}
            onClick={() => setOpen(true)}
          >
            <Ellipsis aria-hidden="true" className="size-5" />
            More
          </button>
        </li>
      </ul>
      {open && <MoreSheet sections={rest} close={() => setOpen(false)} />}
    </nav>
  );
}
