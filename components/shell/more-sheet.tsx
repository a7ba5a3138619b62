"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { Section } from "@/components/navigation/sections";
import { currentOf } from "@/components/navigation/use-sections";
import { Sheet } from "@/components/ui/sheet";
import { PersonFooter } from "./person-footer";

type Props = { sections: readonly Section[]; close: () => void };

/** Sections that do not fit into the bottom bar. */
export function MoreSheet({ sections, close }: Props) {
  const path = usePathname();
  return (
    <Sheet title="More" close={close}>
      <ul className="grid grid-cols-2 gap-1">
        {sections.map(({ href, name, icon: Icon }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={currentOf(href, path)}
              onClick={close}
              className="flex h-12 items-center gap-3 rounded-md px-3 font-medium text-soft hover:bg-idle-wash aria-[current]:bg-accent-wash aria-[current]:text-accent"
            >
              <Icon aria-hidden="true" className="size-5" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <PersonFooter />
    </Sheet>
  );
}
