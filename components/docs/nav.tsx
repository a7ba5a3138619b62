"use client";

import { usePathname } from "next/navigation";
import { type MouseEvent, useEffect, useState } from "react";
import { NavFound, NavSearch } from "./nav-search";
import type { NavLink, NavPart } from "./search-nav";

/** All pages, with the sections of the current one; the visible section is marked. */
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
                <a
                  href={link.href}
                  onClick={fold}
                  aria-current={link.href === here ? "page" : undefined}
                  className="tap flex min-h-7 items-center rounded-md px-2.5 py-1 text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:font-medium aria-[current=page]:text-accent"
                >
                  {link.label}
                </a>
                {link.href === here && <Inner sections={inner} current={section} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** On a phone the contents collapse after a selection. */
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
            className="tap -ml-px flex min-h-6 items-center border-transparent border-l py-0.5 pr-2 pl-3 text-soft hover:text-ink aria-[current=location]:border-accent aria-[current=location]:text-ink"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Returns the id of the visible section: the last that begins above the upper third of the window. */
function useCurrentSection(sections: { id: string }[]): string {
  const [current, setCurrent] = useState("");
  const ids = sections.map(({ id }) => id).join(" ");

  useEffect(() => {
    const places = ids.split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const look = () => {
      const line = window.innerHeight / 3;
      const begun = places.filter((place) => place.getBoundingClientRect().top <= line);
      setCurrent(begun.at(-1)?.id ?? "");
    };
    const watcher = new IntersectionObserver(look, { rootMargin: "0px 0px -66% 0px" });
    for (const place of places) watcher.observe(place);
    return () => watcher.disconnect();
  }, [ids]);

  return current;
}
