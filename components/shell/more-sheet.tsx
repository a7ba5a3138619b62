"use client";

import { usePathname } from "next/navigation";
import { currentOf, type OpenSection } from "@/components/navigation/use-sections";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { Sheet } from "@/components/ui/sheet";
import { AccountSwitch } from "./account-switch";
import { PersonFooter } from "./person-footer";

type Props = { sections: readonly OpenSection[]; close: () => void };

/** Sections that do not fit into the bottom bar. */
export function MoreSheet({ sections, close }: Props) {
  const path = usePathname();
  return (
    <Sheet title="More" close={close}>
      <AccountSwitch onSwitch={close} />
      <ul className="grid grid-cols-2 gap-1">
        {sections.map(({ href, to, name, icon: Icon }) => (
          <li key={href}>
            <HoverPrefetchLink
              href={to}
              aria-current={currentOf(href, path)}
              onClick={close}
              className="flex h-12 items-center gap-3 rounded-md px-3 font-medium text-soft hover:bg-idle-wash aria-[current]:bg-accent-wash aria-[current]:text-accent"
            >
              <Icon aria-hidden="true" className="size-5" />
              {name}
            </HoverPrefetchLink>
          </li>
        ))}
      </ul>
      <PersonFooter />
    </Sheet>
  );
}
