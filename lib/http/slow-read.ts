import { isStopped } from "@/db/away";
import { log } from "@/lib/log";
import type { Endpoint } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { poolOf } from "./database";

const message =
  "The query took more than 2 seconds and was stopped. Ask for less: a shorter time range, one webhook, or fewer filters.";

/** @throws Problem 50300 for a read that hit its statement timeout, else the error itself */
export function refuseSlowRead(endpoint: Endpoint, error: unknown): never {
  if (poolOf(endpoint) !== "reads" || !isStopped(error)) throw error;
  log.warn({ path: endpoint.path }, "read timed out");
  throw new Problem(50300, message);
}
