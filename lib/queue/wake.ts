import type { Sql } from "@/db/client";
import { log } from "@/lib/log";

/** What workers listen to: something is due, and something is due that waits apart, in lane 1. */
export const channels = { due: "deliveries", apart: "deliveries_apart" } as const;
export type Channel = keyof typeof channels;

const restMs = 5;

const resting = new Set<Channel>();
const asked = new Set<Channel>();

/**
 * Tells the workers that something is due. Call it after the commit: inside the transaction it would
 * make commits wait for each other. Only a hint, for workers poll too; so it never fails its caller.
 */
export function wake(sql: Sql, channel: Channel = "due"): void {
  if (resting.has(channel)) {
    asked.add(channel);
    return;
  }
  resting.add(channel);
  asked.delete(channel);
  sql.notify(channels[channel], "").catch((error) => log.warn({ err: error }, "wake failed"));
  setTimeout(() => {
    resting.delete(channel);
    if (asked.has(channel)) wake(sql, channel);
  }, restMs).unref();
}
