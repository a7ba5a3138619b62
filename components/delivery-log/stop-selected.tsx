"use client";

import { Ban } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useStopAll } from "@/lib/deliveries/queries";

/** Ends the attempts of all that are still tried, after a second press; those under way just now refuse. */
export function StopSelected({ ids }: { ids: string[] }) {
  const stop = useStopAll();
  const [asked, setAsked] = useState(false);
  const words = asked ? `Really stop ${ids.length}?` : `Stop retrying ${ids.length}`;
  const refused = stop.data?.refused ?? 0;
  return (
    <>
      <Button
        size="small"
        look={asked ? "danger-solid" : "plain"}
        disabled={stop.isPending}
        onBlur={() => setAsked(false)}
        onClick={() => (asked ? stop.mutate(ids) : setAsked(true))}
      >
        <Ban aria-hidden="true" />
        {stop.isPending ? "Stopping…" : words}
      </Button>
      <span role="status" className="text-soft text-sm">
        {refused > 0 && `${refused} could not be stopped: a request is under way or it has ended.`}
        {stop.error?.message}
      </span>
    </>
  );
}
