import { setTimeout as delay } from "node:timers/promises";
import type { Contender } from "./contender";
import { quantile } from "./measure";
import { startRole } from "./role";
import type { Scope } from "./scope";

/** Share of events delivered, and their latency in milliseconds. */
export type HealthyDeliveries = { delivered: number; p50: number; p99: number };

/**
 * Starts a worker, publishes beside receivers that hang, and measures the deliveries to healthy ones.
 *
 * @param publishEvents publishes and returns the publishing times of events for healthy receivers
 * @param graceMs wait for the last deliveries; those to hanging receivers are not waited for
 */
export async function measureHealthy(
  { database, receiver }: Scope,
  graceMs: number,
  publishEvents: () => Promise<Map<string, number>>,
): Promise<HealthyDeliveries> {
  await receiver.call("reset");
  const worker = startRole<Contender>("roles/postback.ts");
  await worker.call("prepare", { database: database.url, redis: "", jobs: 0, receiver: "" });
  await worker.call("run");
  const publishedAt = await publishEvents();
  await delay(graceMs);
  const receipts = await receiver.call("receipts");
  await receiver.call("hangUp");
  await worker.stop();
  const took = [...publishedAt].map(
    ([event, at]) => (receipts.get(`/ok ${event}`)?.at ?? Number.POSITIVE_INFINITY) - at,
  );
  return {
    delivered: took.filter(Number.isFinite).length / took.length,
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
  };
}
