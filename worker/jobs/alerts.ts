import { setTimeout as delay } from "node:timers/promises";
import type { Queries } from "@/db/client";
import { settleAlert, takeAlerts } from "@/lib/alerts/outbox";
import { log } from "@/lib/log";
import { type Sender, send } from "@/worker/http/send";

const restMs = 1000;

/** Sends due alerts to the receiver of the operators until it is stopped. Several processes send each alert once. */
export async function runAlerts(db: Queries, sender: Sender, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await sendDue(db, sender).catch((error) =>
      log.warn({ err: error }, "alert run failed; retrying"),
    );
    await delay(restMs, null, { signal: stopping }).catch(() => null);
  }
}

async function sendDue(db: Queries, sender: Sender): Promise<void> {
  const due = await takeAlerts(db);
  await Promise.all(
    due.map(async (alert) =>
      settleAlert(db, alert, await send(alert, { ...sender, keptBytes: 0 })),
    ),
  );
}
