"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { CrumbName } from "./crumb-name";
import { crumbsOf } from "./crumbs";

/** Where the page belongs: every part of the way but the last leads there. */
export function Breadcrumb() {
  const crumbs = crumbsOf(usePathname());
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1">
        {crumbs.map(({ href, name, thing }, n) => {
          const last = n === crumbs.length - 1;
          const text = thing ? <CrumbName thing={thing} fallback={name} /> : name;
          return (
            <li
              key={href}
              className={`flex items-center gap-1 ${last || thing ? "min-w-0" : "shrink-0"}`}
            >
              {n > 0 && (
                <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
              )}
              {last ? (
                <span aria-current="page" className="truncate font-medium">
                  {text}
                </span>
              ) : (
                <Link href={href} className="min-w-0 rounded-sm text-soft hover:text-ink">
                  {text}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
