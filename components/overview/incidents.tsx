"use client";

import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { formatHost } from "@/lib/format";
import { useUpdateSettings } from "@/lib/settings/queries";
import type { Incident } from "@/lib/stats/queries";
import { IncidentCard } from "./incident-card";

type Paused = Pick<Incident, "webhookId" | "callbackUrl" | "label">;

/** Open incidents, or a note that there are none. */
export function Incidents({ incidents }: { incidents: Incident[] }) {
  const [paused, setPaused] = useState<Paused>();
  return (
    <section aria-labelledby="incidents" className="grid gap-2">
      <h2 id="incidents" className="sr-only">
        Incidents
      </h2>
      {incidents.length === 0 && (
        <p className="flex min-h-6 items-center gap-2 text-soft">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-good" />
          No incidents. Every webhook is delivering, or was paused by a person.
        </p>
      )}
      {incidents.length > 0 && (
        <ul className="grid gap-2">
          {incidents.map((incident) => (
            <li key={`${incident.webhookId} ${incident.cause}`}>
              <IncidentCard incident={incident} onPaused={() => setPaused(incident)} />
            </li>
          ))}
        </ul>
      )}
      <div role="status" className="empty:hidden">
        {paused && <Undo paused={paused} done={() => setPaused(undefined)} />}
      </div>
    </section>
  );
}

/** The card disappears with its incident; this line offers Undo. */
function Undo({ paused, done }: { paused: Paused; done: () => void }) {
  const update = useUpdateSettings(paused.webhookId);
  const name = paused.label || formatHost(paused.callbackUrl);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-idle-wash px-3 py-1.5 text-sm">
      <span>Paused {name}. New events wait until it is resumed.</span>
      <Button
        look="quiet"
        size="small"
        disabled={update.isPending}
        onClick={() => update.mutate({ paused: false }, { onSuccess: done })}
      >
        Resume<span className="sr-only"> {name}</span>
      </Button>
      {update.error && <span className="text-bad">{update.error.message}</span>}
    </div>
  );
}
