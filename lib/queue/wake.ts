import type { Sql } from "@/db/client";
import { log } from "@/lib/log";

const restMs = 5;

let resting = false;
let askedMeanwhile = false;

/**
 * Tells the workers that something is due. Call it after the commit: inside the transaction it would
 * make commits wait for each other. Only a hint, for workers poll too; so it never fails its caller.
 */
export function wake(sql: Sql): void {
  if (resting) {
    askedMeanwhile = true;
    return;
  }
  resting = true;
  askedMeanwhile = false;
  sql`notify deliveries`.catch((error) => log.warn({ err: error }, "wake failed"));
  setTimeout(() => {
    resting = false;
    if (askedMeanwhile) wake(sql);
  }, restMs).unref();
}
