import { backlogLimits } from "@/lib/account-limits/limits";
import { onAccessChange } from "@/lib/changes/access";
import { Backlog, countDue } from "@/lib/queue/backlog";
import { database } from "./database";

// Next bundles its own copy of each module; `globalThis` keeps one view for the process.
const shared = globalThis as { postbackBacklog?: Backlog };

/** Returns the process's own view of the backlogs of all accounts. */
export function backlog(): Backlog {
  shared.postbackBacklog ??= start();
  return shared.postbackBacklog;
}

function start(): Backlog {
  const limits = backlogLimits();
  const made = new Backlog(() => countDue(database(), limits.total), limits);
  onAccessChange("limits", () => made.recount());
  return made;
}
