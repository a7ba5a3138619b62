import { log } from "@/lib/log";
import { metrics } from "./registry";

export type QueueDepth = {
  ready: number;
  oldestSeconds: number | null;
  unfinished: number;
  retrying: number;
};

/** What the process knows of itself, and the database of the queue, as Prometheus reads it. */
export async function scrape(readQueue: () => Promise<QueueDepth>): Promise<string> {
  const { register, ready, oldest, unfinished, retrying, database } = metrics();
  try {
    const depth = await readQueue();
    ready.set(depth.ready);
    oldest.set(depth.oldestSeconds ?? 0);
    unfinished.set(depth.unfinished);
    retrying.set(depth.retrying);
    database.set(1);
  } catch (error) {
    log.warn({ err: error }, "the queue could not be measured");
    database.set(0);
  }
  return register.metrics();
}

export function metricsType(): string {
  return metrics().register.contentType;
}
