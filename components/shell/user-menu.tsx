"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleUserRound, UserPlus } from "lucide-react";
import { useSections } from "@/components/navigation/use-sections";
import { Button } from "@/components/ui/button";
import { MenuItem } from "@/components/ui/menu-item";
import { Popover } from "@/components/ui/popover";
import { sessionQueries, useMay } from "@/lib/session/queries";
import { PersonFooter } from "./person-footer";

/** Menu of the signed-in user. */
export function UserMenu() {
  const { data } = useQuery(sessionQueries.current());
  const mayInvite = useMay("admin");
  const places = useSections().filter(({ place }) => place === "person");
  return (
    <Popover
      label="Your menu"
      align="end"
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
        {places.map(({ href, name, icon }) => (
          <MenuItem key={href} icon={icon} href={href}>
            {name}
          </MenuItem>
        ))}
        {mayInvite && (
          <MenuItem icon={UserPlus} href="/users?new=1">
            Invite user
          </MenuItem>
        )}
      </ul>
      <PersonFooter />
    </Popover>
  );
}
