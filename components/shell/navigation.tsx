"use client";

import { usePathname } from "next/navigation";
import { currentOf, type OpenSection, useSections } from "@/components/navigation/use-sections";
import { useAccountLink } from "@/components/scope/account-scope";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { Mark } from "@/components/ui/mark";
import { AccountSwitch } from "./account-switch";

const link =
  "tap flex h-8 items-center gap-2.5 rounded-md px-2.5 font-medium text-soft hover:bg-idle-wash hover:text-ink aria-[current]:bg-accent-wash aria-[current]:text-accent";

/** Main navigation, without sections that the role cannot open. */
export function Navigation() {
  const open = useSections();
  const withAccount = useAccountLink();
  return (
    <nav aria-label="Main" className="border-line border-r bg-sunken max-md:hidden print:hidden">
      <div className="sticky top-0 flex max-h-dvh flex-col overflow-y-auto p-3">
        <HoverPrefetchLink
          href={withAccount("/")}
          className="tap mb-3 flex min-h-9 shrink-0 items-center gap-2.5 rounded-md px-2.5 font-semibold text-lg tracking-tight"
        >
          <Mark />
          Postback
        </HoverPrefetchLink>
        <AccountSwitch />
        <Places sections={open.filter(({ place }) => place === "first")} />
        <div className="my-3 border-line border-t" />
        <Places sections={open.filter(({ place }) => place === "second")} />
      </div>
    </nav>
  );
}

function Places({ sections }: { sections: readonly OpenSection[] }) {
  const path = usePathname();
  return (
    <ul className="grid gap-0.5">
      {sections.map(({ href, to, name, icon: Icon }) => (
        <li key={href}>
          <HoverPrefetchLink href={to} aria-current={currentOf(href, path)} className={link}>
            <Icon aria-hidden="true" className="size-4" />
            {name}
          </HoverPrefetchLink>
        </li>
      ))}
    </ul>
  );
}
