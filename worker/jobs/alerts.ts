import type { Queries } from "@/db/client";
import { recordAlertResult, takeAlerts } from "@/lib/alerts/outbox";
import { every } from "@/lib/every";
import { type Sender, send } from "@/worker/http/send";

/** Poll interval; `DueWork` wakes it as soon as an alert is due. */
const restMs = 5000;

type Run = { signal: AbortSignal; listen: (wake: () => void) => void };

/** Sends due alerts to the receiver of the operators until it is stopped. Several processes send each alert once. */
export function runAlerts(db: Queries, sender: Sender, { signal, listen }: Run): Promise<void> {
  async function sendAlerts(): Promise<void> {
    const due = await takeAlerts(db);
    await Promise.all(
      due.map(async (alert) =>
        recordAlertResult(db, alert, await send(alert, { ...sender, keptBytes: 0 })),
      ),
    );
  }
  return every(restMs, sendAlerts, signal, { listen });
}
