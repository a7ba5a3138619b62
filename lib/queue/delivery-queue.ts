import type { Sql } from "@/db/client";
import { announce } from "@/lib/changes/announce";
import { noteDiskFull } from "@/lib/full-disk";
import { claim } from "./claim";
import { completeDeliveries } from "./complete";
import type { LeasedDelivery } from "./leased-delivery";
import type { DeliveryQueue } from "./queue";
import { traceRecords } from "./trace-attempt";

/** Returns a delivery queue that claims through one pool and records through another, so that neither waits for the other. */
export function deliveryQueue(claiming: Sql, completing: Sql = claiming): DeliveryQueue {
  /** Reports a full disk. */
  const noted = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      noteDiskFull(error, completing);
      throw error;
    });

  return {
    async claim(lane, capacity, floor) {
      const claims = await noted(claim(claiming, { lane, ...capacity, floor }));
      announceAll(completing, claims.claimed);
      return claims;
    },
    async complete(results) {
      const startedAt = Date.now();
      const stood = await noted(completeDeliveries(completing, results));
      traceRecords(results, startedAt);
      announceAll(completing, results);
      return stood;
    },
  };
}

/** Announces changed deliveries to the dashboard. */
function announceAll(sql: Sql, all: Pick<LeasedDelivery, "accountId" | "deliveryId">[]): void {
  for (const { accountId, deliveryId } of all) {
    announce(sql, { kind: "deliveries", account: accountId, id: deliveryId });
  }
}
