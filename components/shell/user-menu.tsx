"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleUserRound } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useSections } from "@/components/navigation/use-sections";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { sessionQueries } from "@/lib/session/queries";
import { PersonFooter } from "./person-footer";

/** Menu of the signed-in user. */
export function UserMenu() {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(sessionQueries.current());
  const places = useSections().filter(({ place }) => place === "person");
  return (
    <Popover
      label="Your menu"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          look="quiet"
          size="small"
          shape="icon"
          aria-label={`Your menu, ${data?.user.email ?? ""}`}
          title={data?.user.email}
        >
          <CircleUserRound aria-hidden="true" />
        </Button>
      }
    >
      <ul className="grid gap-0.5">
        {places.map(({ href, name, icon: Icon }) => (
          <li key={href}>
            <Link
              href={href}
              onClick={() => setOpen(false)}
              className="flex h-8 items-center gap-2.5 rounded-md px-2 font-medium text-soft hover:bg-idle-wash hover:text-ink"
            >
              <Icon aria-hidden="true" className="size-4" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <PersonFooter />
    </Popover>
  );
}
