"use client";

import { Ban, RotateCw, X } from "lucide-react";
import { useState } from "react";
import { BulkResend } from "@/components/replays/bulk-resend";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { type Delivery, useStopAll } from "@/lib/deliveries/queries";
import { formatPlural } from "@/lib/format";
import type { ReplayChoice } from "@/lib/replays/queries";
import { useMay } from "@/lib/session/queries";
import type { Selection } from "./use-selection";

type Props = { selection: Selection; rows: readonly Delivery[] };

/** Actions on the selected deliveries, sticky below the list. */
export function SelectionBar({ selection, rows }: Props) {
  const may = useMay("deliveries:write");
  const [choice, setChoice] = useState<ReplayChoice>();
  const ids = [...selection.ids];
  if (ids.length === 0) return null;
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const pending = chosen.filter(({ status }) => status === "pending").map(({ id }) => id);
  return (
    <section
      aria-label="Selected deliveries"
      className="sticky bottom-3 z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 shadow-high max-md:bottom-20"
    >
      <p role="status" className="mr-1 font-medium tabular-nums">
        {ids.length} selected
      </p>
      {may && (
        <Button size="small" onClick={() => setChoice({ ids })}>
          <RotateCw aria-hidden="true" />
          Resend {formatPlural(ids.length, "delivery", "deliveries")}…
        </Button>
      )}
      {may && pending.length > 0 && <StopSelected key={pending.join()} ids={pending} />}
      <CopyButton text={ids.join("\n")} label="Copy ids of selected deliveries" shown="Copy ids" />
      <Button
        look="quiet"
        size="small"
        shape="icon"
        className="ml-auto"
        aria-label="Clear selection"
        title="Clear selection (Esc)"
        onClick={selection.clear}
      >
        <X aria-hidden="true" />
      </Button>
      <BulkResend choice={choice} close={() => setChoice(undefined)} />
    </section>
  );
}

/** Cancels the selected pending deliveries after a second press. Requests in progress cannot be cancelled. */
function StopSelected({ ids }: { ids: string[] }) {
  const stop = useStopAll();
  const [asked, setAsked] = useState(false);
  const words = asked ? `Confirm: stop ${ids.length}` : `Stop retrying ${ids.length}`;
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
        {refused > 0 &&
          `${refused} could not be stopped: a request is in progress, or the delivery has finished.`}
        {stop.error?.message}
      </span>
    </>
  );
}
