"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { usePreference } from "@/components/preferences/preferences";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { preloadable } from "@/components/ui/preloadable";
import { offsetName } from "@/lib/zone";
import { useNow } from "./use-now";
import { useZone } from "./zone";

const ZoneChoice = preloadable(() => import("./zone-choice").then((made) => made.ZoneChoice));

const KeepLocalZone = dynamic(() => import("./local-zone").then((made) => made.KeepLocalZone), {
  ssr: false,
});

/** Selects the time zone of the dashboard. */
export function ZoneSwitch() {
  const zone = useZone();
  const choice = usePreference("zone");
  const isLocal = choice === "local";
  return (
    <>
      {isLocal && <KeepLocalZone />}
      <Popover
        label="Time zone"
        align="end"
        preload={ZoneChoice.preload}
        trigger={
          <Button look="quiet" size="small" shape="tight" className="tabular-nums" title={zone}>
            <span className="sr-only">Time zone: </span>
            <Offset zone={zone} />
            {zone !== "UTC" && (
              <span className="sr-only">
                {" "}
                ({isLocal && "local, "}
                {zone})
              </span>
            )}
            <ChevronDown aria-hidden="true" className="size-3.5" />
          </Button>
        }
      >
        <div className="w-64">
          <ZoneChoice />
        </div>
      </Popover>
    </>
  );
}

function Offset({ zone }: { zone: string }) {
  return <span>{offsetName(zone, useNow())}</span>;
}
