"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { usePathname } from "next/navigation";
import { useAccountLink } from "@/components/scope/account-scope";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { pagesAbove } from "./crumbs";

/** The pages above this one. The page itself has its title, so lists and forms of the first level show nothing. */
export function Breadcrumb() {
  const withAccount = useAccountLink();
  const above = pagesAbove(usePathname());
  if (above.length === 0) return null;
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1">
        {above.map(({ href, name }, n) => (
          <li
            key={href}
            // A phone has room for the nearest only, or for a part of its name.
            className="flex shrink-0 items-center gap-1 max-sm:min-w-0 max-sm:shrink max-sm:not-last:hidden"
          >
            {n > 0 && (
              <ChevronRight
                aria-hidden="true"
                className="size-3.5 shrink-0 text-faint max-sm:hidden"
              />
            )}
            <HoverPrefetchLink
              href={withAccount(href)}
              className="tap flex min-w-0 items-center gap-0.5 rounded-sm py-0.5 text-soft hover:text-ink max-sm:-ml-1"
            >
              <ChevronLeft aria-hidden="true" className="size-4 shrink-0 sm:hidden" />
              <span className="truncate">{name}</span>
            </HoverPrefetchLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}
