import { env } from "@/lib/env";
import { Backlog, countDue } from "@/lib/queue/backlog";
import { database } from "./database";

let known: Backlog | undefined;

/** The process's own view of how much waits. */
export function backlog(): Backlog {
  const limit = env().BACKLOG_LIMIT;
  known ??= new Backlog(() => countDue(database(), limit), limit);
  return known;
}
