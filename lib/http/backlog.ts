import { backlogLimits } from "@/lib/account-limits/limits";
import { onAccessChange } from "@/lib/changes/access";
import { Backlog, countDue } from "@/lib/queue/backlog";
import { countHeld, HeldDeliveries } from "@/lib/queue/held";
import { database } from "./database";

// Next bundles its own copy of each module; `globalThis` keeps one view for the process.
const shared = globalThis as { postbackBacklog?: Backlog; postbackHeld?: HeldDeliveries };

/** Returns the process's own view of the backlogs of all accounts. */
export function backlog(): Backlog {
  shared.postbackBacklog ??= startBacklog();
  return shared.postbackBacklog;
}

/** Returns the process's own view of the deliveries that paused webhooks hold. */
export function heldDeliveries(): HeldDeliveries {
  shared.postbackHeld ??= startHeld();
  return shared.postbackHeld;
}

function startBacklog(): Backlog {
  const limits = backlogLimits();
  const made = new Backlog(() => countDue(database(), limits.total), limits);
  onAccessChange("limits", () => made.recount());
  return made;
}

function startHeld(): HeldDeliveries {
  const { perAccount } = backlogLimits();
  const made = new HeldDeliveries(() => countHeld(database(), perAccount), perAccount);
  onAccessChange("limits", () => made.recount());
  return made;
}
