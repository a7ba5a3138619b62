"use client";

import { CloudOff } from "lucide-react";
import { Ago } from "@/components/time/moment";
import { useTimes } from "@/components/time/zone";
import { useDataTime } from "./use-data-time";

/** Age of the data on the screen, in the header of every page while it may be stale. */
export function StalePill() {
  const at = useDataTime();
  const { clock } = useTimes();
  if (at === undefined) return null;
  const iso = new Date(at).toISOString();
  return (
    <span className="inline-flex h-7 shrink-0 items-center whitespace-pre rounded-full bg-warn-wash px-2.5 font-medium text-sm text-warn">
      <CloudOff aria-hidden="true" className="mr-1.5 size-4" />
      <span role="status" className="sr-only">
        The data is stale.
      </span>
      <span className="max-sm:sr-only">
        Data from <span className="tabular-nums">{clock(iso)}</span>
        {" · "}
      </span>
      <Ago at={iso} />
    </span>
  );
}
