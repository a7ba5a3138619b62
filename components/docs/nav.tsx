"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { type MouseEvent, useState } from "react";
import { NavFound, NavSearch } from "./nav-search";
import { useCurrentSection } from "./use-current-section";

/** `call` is the method and path that a section of the reference describes. */
type Section = { id: string; label: string; call?: string };
export type NavLink = { href: string; label: string; inner: Section[] };
export type NavPart = { title: string; links: NavLink[] };

/** All pages; of the present one its sections too, with the one that is being read marked. */
export function DocsNav({ parts, label }: { parts: NavPart[]; label: string }) {
  const here = usePathname();
  const inner = parts.flatMap(({ links }) => links).find(({ href }) => href === here)?.inner ?? [];
  const section = useCurrentSection(inner);
  const [sought, setSought] = useState("");
  const choose = (event: MouseEvent<HTMLElement>) => {
    setSought("");
    fold(event);
  };
  const isSought = sought.trim() !== "";
  return (
    <nav aria-label={label} className="space-y-6 text-sm">
      <NavSearch value={sought} parts={parts} onChange={setSought} />
      {isSought && <NavFound text={sought} parts={parts} choose={choose} />}
      {(isSought ? [] : parts).map(({ title, links }) => (
        <div key={title}>
          <p className="mb-1.5 px-2.5 font-medium text-faint text-xs">{title}</p>
          <ul className="space-y-px">
            {links.map((link) => (
              <li key={link.href}>
                <Link
                  href={link.href}
                  prefetch={false}
                  onClick={fold}
                  aria-current={link.href === here ? "page" : undefined}
                  className="flex min-h-7 items-center rounded-md px-2.5 py-1 text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:font-medium aria-[current=page]:text-accent"
                >
                  {link.label}
                </Link>
                {link.href === here && <Inner sections={inner} current={section} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** On a phone the contents fold away once something is chosen. */
function fold({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest("details")?.removeAttribute("open");
}

function Inner({ sections, current }: { sections: NavLink["inner"]; current: string }) {
  if (sections.length === 0) return null;
  return (
    <ul className="my-1 ml-2.5 border-line border-l">
      {sections.map(({ id, label }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            onClick={fold}
            aria-current={id === current ? "location" : undefined}
            className="-ml-px flex min-h-6 items-center border-transparent border-l py-0.5 pr-2 pl-3 text-soft hover:text-ink aria-[current=location]:border-accent aria-[current=location]:text-ink"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
