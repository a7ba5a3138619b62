"use client";

import { UserPlus } from "lucide-react";
import { useSections } from "@/components/navigation/use-sections";
import { MenuItem } from "@/components/ui/menu-item";
import { useIsAdministrator } from "@/lib/session/queries";
import { PersonFooter } from "./person-footer";

/** Pages about the signed-in user, and signing out. */
export function PersonMenu() {
  const mayInvite = useIsAdministrator();
  const places = useSections().filter(({ place }) => place === "person");
  return (
    <>
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
    </>
  );
}
