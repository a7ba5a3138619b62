import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { noteRepair } from "@/lib/metrics/note";
import { wake } from "@/lib/queue/notify";
import { repairQueue } from "@/lib/queue/repair";

/** Ids in one log line at most. */
const loggedIds = 100;

/** Repairs deliveries that no worker would send. Each one shows a defect of the queue, so it is logged and counted. */
export async function checkQueue(sql: Sql): Promise<void> {
  const deliveryIds = await repairQueue(sql);
  if (deliveryIds.length === 0) return;
  noteRepair(deliveryIds.length);
  const count = deliveryIds.length;
  log.error(
    { count, deliveryIds: deliveryIds.slice(0, loggedIds) },
    "stuck deliveries queued again",
  );
  wake(sql);
}
