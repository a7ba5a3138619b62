"use client";

import { Undo2 } from "lucide-react";
import { sendNow, undoResend, useWaitingResends } from "@/components/deliveries/waiting-resends";
import { Button } from "@/components/ui/button";
import type { Log } from "./use-log";

/** Resends of rows that can still be undone. The open delivery shows its own. */
export function ResendNotice({ log: { display, resending } }: { log: Log }) {
  const waiting = useWaitingResends().filter(({ id }) => id !== display.opened);
  return (
    <div className="sticky bottom-3 z-10 grid w-fit max-w-full gap-2 max-md:bottom-20">
      <p role="alert" className="text-bad text-sm empty:hidden">
        {resending.error?.message}
      </p>
      {waiting.map(({ id, words }) => (
        <div
          key={id}
          className="flex items-center gap-2 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3 shadow-high"
        >
          <p role="status" className="min-w-0 truncate text-sm">
            Resending {words} in five seconds
          </p>
          {/* The key, because Tab reaches this only after all rows. */}
          <Button
            size="small"
            title="Undo (Z)"
            aria-keyshortcuts="Z"
            onClick={() => undoResend(id)}
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
  );
}
