import { env } from "@/lib/env";
import { Backlog, countDue } from "@/lib/queue/backlog";
import { database } from "./database";

let known: Backlog | undefined;

/** Returns the process's own view of the backlog. */
export function backlog(): Backlog {
  const limit = env().BACKLOG_LIMIT;
  known ??= new Backlog(() => countDue(database(), limit), limit);
  return known;
}
