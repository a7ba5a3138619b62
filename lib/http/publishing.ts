import { leaseEvents } from "@/lib/account-limits/lease";
import { backlogLimits, defaultLimits } from "@/lib/account-limits/limits";
import { PublishingQuota } from "@/lib/account-limits/quota";
import { onAccessChange } from "@/lib/changes/access";
import type { Context } from "@/lib/context";
import { every } from "@/lib/every";
import { Backlog, countDue } from "@/lib/queue/backlog";
import { countHeld, HeldDeliveries } from "@/lib/queue/held";
import { beforeClose, database, engine } from "./database";

const returnMs = 5000;

// Next bundles its own copy of each module; `globalThis` keeps one of each for the process.
const shared = globalThis as {
  postbackPublishing?: PublishingQuota;
  postbackBacklog?: Backlog;
  postbackHeld?: HeldDeliveries;
};

/** Returns the publishing limits of all accounts, as far as this process holds leases of them. */
export function publishingQuota(): PublishingQuota {
  shared.postbackPublishing ??= startQuota();
  return shared.postbackPublishing;
}

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

/**
 * Refuses events of an account that are known to be over a limit, before they are validated. Callers without an account of
 * their own name it in the body, so their events are checked when they are stored.
 * @throws Problem 42900 with Retry-After, 50300 while the backlog of the installation is over its limit
 */
export function assertMayPublish({ accountId }: Pick<Context, "accountId">, events = 1): void {
  if (accountId === null) return;
  backlog().assertBelowLimit(accountId);
  publishingQuota().assertLeft(accountId, events);
}

/** Uses the connections of group inserts: a transaction that waits for a lease already holds one of the other pools. */
function startQuota(): PublishingQuota {
  const quota = new PublishingQuota((request) => leaseEvents(engine(), defaultLimits(), request));
  onAccessChange("limits", (accountId) => quota.renew(accountId));
  const returnLeases = () => quota.returnUnused();
  const stopping = new AbortController();
  const returning = every(returnMs, returnLeases, stopping.signal, { firstAfterMs: returnMs });
  beforeClose(() => {
    stopping.abort();
    return returning;
  });
  return quota;
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
