"use client";

import { Undo2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import {
  sendNow,
  undone,
  undoResend,
  useWaitingResends,
} from "@/components/deliveries/waiting-resends";
import { ReadProblem } from "@/components/page/read-problem";
import { ReplaysHere } from "@/components/replays/replays-here";
import { useWatchedReplays } from "@/components/replays/watched-replays";
import { Button } from "@/components/ui/button";
import { formatPlural } from "@/lib/format";
import type { Log } from "./use-log";

// Loaded with the first selection.
const SelectionBar = dynamic(() => import("./selection-bar").then((made) => made.SelectionBar), {
  ssr: false,
});
const saidForMs = 4000;
const shape = "rounded-lg border border-line bg-raised shadow-high";

/**
 * What stays at the bottom of the screen: why rows could not be refreshed, what a key has done, resends of rows that can still
 * be undone, and actions on the selection. The open delivery shows its own resend.
 */
export function LogOverlay({ log }: { log: Log }) {
  const { display, feed, resending, copying, selection } = log;
  const { said, setSaid } = copying;
  const waiting = useWaitingResends().filter(({ id }) => id !== display.opened);
  const watched = useWatchedReplays();
  const wouldCover = waiting.length + watched.length + selection.ids.size > 0;
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(setSaid, saidForMs, "");
    return () => clearTimeout(timer);
  }, [said, setSaid]);
  return (
    <div
      data-overlay
      className="sticky bottom-3 z-10 grid w-fit max-w-full gap-2 max-md:bottom-20 max-md:low:bottom-15"
    >
      <ReadProblem
        what="Deliveries"
        failure={feed.rows.length > 0 ? feed.failure : undefined}
        hasData
        place={wouldCover ? "above" : "screen"}
      />
      <p role="status" className={`w-fit px-3 py-1.5 text-sm empty:sr-only ${shape}`}>
        {said}
      </p>
      <p role="alert" className="text-bad text-sm empty:hidden">
        {resending.error?.message}
      </p>
      <ReplaysHere webhook={log.filters.lockedTo} />
      {/* It is there before what it announces. */}
      <div role="status" aria-atomic="false" className="grid gap-2 empty:-mt-2">
        {waiting.map(({ id, words }) => (
          <div key={id} className={`flex items-center gap-2 py-1.5 pr-1.5 pl-3 ${shape}`}>
            <p className="min-w-0 truncate text-sm">Resending {words} in five seconds</p>
            {/* The key, because Tab reaches this only after all rows. */}
            <Button
              size="small"
              title="Undo (Z)"
              aria-keyshortcuts="Z"
              onClick={() => {
                undoResend(id);
                setSaid(undone);
              }}
            >
              <Undo2 aria-hidden="true" />
              Undo
            </Button>
            <Button look="quiet" size="small" onClick={() => sendNow(id)}>
              Send now
            </Button>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {selected(selection)}
      </p>
      {selection.ids.size > 0 && <SelectionBar log={log} />}
    </div>
  );
}

/** Returns what is said of a selection. The bar that shows it is not there before the first one. */
function selected({ all, ids }: Log["selection"]): string {
  if (all) return "All deliveries that match are selected";
  return ids.size > 0 ? `${formatPlural(ids.size, "delivery", "deliveries")} selected` : "";
}
