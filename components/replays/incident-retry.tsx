"use client";

import { formatTarget, isolateName } from "@/lib/format";
import type { Incident } from "@/lib/stats/queries";
import { BulkResend } from "./bulk-resend";
import { retryIncidentChoice } from "./replay-verb";
import { ReplaysHere } from "./replays-here";

type Props = {
  /** Asks about the retry of this incident. It may end meanwhile, and with it what offered the retry. */
  incident: Incident | undefined;
  /** Set on the page of a webhook, which shows its own retries only. */
  webhook?: string;
  close: () => void;
};

/** The retry of an incident: its dialog, and then its progress. */
export function IncidentRetry({ incident, webhook, close }: Props) {
  return (
    <>
      <ReplaysHere webhook={webhook} />
      {incident && (
        <BulkResend
          choice={retryIncidentChoice(incident)}
          {...(!webhook && { to: nameOf(incident) })}
          close={close}
        />
      )}
    </>
  );
}

function nameOf({ label, callbackUrl }: Incident): string {
  return isolateName(label) || formatTarget(callbackUrl);
}
