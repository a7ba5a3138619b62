import { createHash, timingSafeEqual } from "node:crypto";
import { wasDiskFull } from "@/lib/full-disk";
import { log } from "@/lib/log";
import { metrics } from "./registry";

export type QueueDepth = {
  ready: number;
  oldestSeconds: number | null;
  unfinished: number;
  retrying: number;
  /** Deliveries that fan-outs have not created yet. */
  expanding: number;
};

/** Returns the metrics of the process and of the queue in Prometheus' text format. */
export async function scrape(readQueue: () => Promise<QueueDepth>): Promise<string> {
  return (await currentMetrics(readQueue)).metrics();
}

/** Returns the metrics of the process, with those of the queue as it is now. */
export async function currentMetrics(readQueue: () => Promise<QueueDepth>) {
  const { register, ready, oldest, unfinished, retrying, expanding, database, diskFull } =
    metrics();
  diskFull.set(wasDiskFull() ? 1 : 0);
  try {
    const depth = await readQueue();
    ready.set(depth.ready);
    oldest.set(depth.oldestSeconds ?? 0);
    unfinished.set(depth.unfinished);
    retrying.set(depth.retrying);
    expanding.set(depth.expanding);
    database.set(1);
  } catch (error) {
    log.warn({ err: error }, "reading queue depth failed");
    database.set(0);
  }
  return register;
}

export function metricsType(): string {
  return metrics().register.contentType;
}

/** Returns whether an `Authorization` header has the token. Takes constant time. */
export function allows(token: string, header: string | null | undefined): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(`Bearer ${token}`), digest(header ?? ""));
}
