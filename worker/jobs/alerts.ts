import type { Queries } from "@/db/client";
import { DueAlerts, recordAlertResult } from "@/lib/alerts/outbox";
import { every } from "@/lib/every";
import { type Sender, send } from "@/worker/http/send";

/** Poll interval; `DueWork` wakes it as soon as an alert is due. */
const restMs = 60_000;

type Run = {
  signal: AbortSignal;
  listen: (wake: () => void) => void;
  /** Called when alerts were leased, and when their results are stored. */
  changed: () => void;
};

/** Sends due alerts to the receiver of the operators until it is stopped. Several processes send each alert once. */
export function runAlerts(db: Queries, sender: Sender, run: Run): Promise<void> {
  const { signal, listen, changed } = run;
  const alerts = new DueAlerts(db);
  async function sendAlerts(): Promise<{ nextAfterMs: number }> {
    const due = await alerts.take();
    if (due.length === 0) return { nextAfterMs: restMs };
    changed();
    await Promise.all(
      due.map(async (alert) =>
        recordAlertResult(db, alert, await send(alert, { ...sender, keptBytes: 0 })),
      ),
    );
    changed();
    return { nextAfterMs: 0 };
  }
  return every(restMs, sendAlerts, signal, { listen });
}
