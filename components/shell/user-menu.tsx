"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleUserRound } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { preloadable } from "@/components/ui/preloadable";
import { sessionQueries } from "@/lib/session/queries";

const PersonMenu = preloadable(() => import("./person-menu").then((made) => made.PersonMenu));

/** Menu of the signed-in user. */
export function UserMenu() {
  const { data } = useQuery(sessionQueries.current());
  return (
    <Popover
      label="Your menu"
      align="end"
      preload={PersonMenu.preload}
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
      <PersonMenu />
    </Popover>
  );
}
