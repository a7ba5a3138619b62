"use client";

import { usePathname } from "next/navigation";
import { useAccountLink } from "@/components/scope/account-scope";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";

type Props = { label: string; tabs: readonly { href: string; name: string }[] };

/** Tabs as links; each view has its own address. */
export function Tabs({ label, tabs }: Props) {
  const path = usePathname();
  const withAccount = useAccountLink();
  return (
    <nav aria-label={label} className="mb-6 overflow-x-auto border-line border-b">
      <ul className="flex gap-5 max-sm:gap-3">
        {tabs.map(({ href, name }) => (
          <li key={href}>
            <HoverPrefetchLink
              href={withAccount(href)}
              aria-current={path === href ? "page" : undefined}
              className="-outline-offset-2! tap flex items-center justify-center whitespace-nowrap border-transparent border-b-2 px-0.5 py-2 font-medium text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {name}
            </HoverPrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
