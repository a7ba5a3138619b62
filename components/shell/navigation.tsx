"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { sessionQueries } from "@/lib/session/queries";
import { sections } from "./sections";

const shapes = {
  side: {
    list: "grid gap-0.5",
    link: "flex h-8 items-center gap-2.5 rounded-md px-2.5 font-medium text-soft hover:bg-idle-wash hover:text-ink aria-[current]:bg-accent-wash aria-[current]:text-accent",
  },
  bottom: {
    list: "flex",
    link: "flex h-14 flex-1 flex-col items-center justify-center gap-1 font-medium text-soft text-xs -outline-offset-4! aria-[current]:text-accent",
  },
} as const;

/** Beside the page, or under the thumb. Places the role has nothing to do at are left out. */
export function Navigation({ shape }: { shape: keyof typeof shapes }) {
  const path = usePathname();
  const { data } = useQuery(sessionQueries.current());
  const { list, link } = shapes[shape];
  const open = sections.filter(({ scope }) => data?.scopes.includes(scope) ?? true);
  return (
    <nav aria-label="Main">
      <ul className={list}>
        {open.map(({ href, name, icon: Icon }) => (
          <li key={href} className="flex-1">
            <Link
              href={href}
              aria-current={path === href ? "page" : path.startsWith(`${href}/`) || undefined}
              className={link}
            >
              <Icon aria-hidden="true" className="size-4 max-md:size-5" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
