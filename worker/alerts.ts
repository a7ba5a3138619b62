import { setTimeout as delay } from "node:timers/promises";
import type { Queries } from "@/db/client";
import { settleAlert, takeAlerts } from "@/lib/alerts/outbox";
import { log } from "@/lib/log";
import { type Sender, send } from "./send";

const restMs = 1000;

/** Tells the operators' receiver what is due, until it is stopped. Any number of processes tell each once. */
export async function runAlerts(db: Queries, sender: Sender, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await tell(db, sender).catch((error) => log.warn({ err: error }, "alerts wait"));
    await delay(restMs, null, { signal: stopping }).catch(() => null);
  }
}

async function tell(db: Queries, sender: Sender): Promise<void> {
  const due = await takeAlerts(db);
  await Promise.all(
    due.map(async (alert) =>
      settleAlert(db, alert, await send(alert, { ...sender, keptBytes: 0 })),
    ),
  );
}
