"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleUserRound } from "lucide-react";
import dynamic from "next/dynamic";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { sessionQueries } from "@/lib/session/queries";

const load = () => import("./person-menu");
const PersonMenu = dynamic(() => load().then((made) => made.PersonMenu), { ssr: false });

/** Menu of the signed-in user. */
export function UserMenu() {
  const { data } = useQuery(sessionQueries.current());
  return (
    <Popover
      label="Your menu"
      align="end"
      preload={() => void load()}
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
