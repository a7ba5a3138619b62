import { leaseEvents } from "@/lib/account-limits/lease";
import { defaultLimits } from "@/lib/account-limits/limits";
import { PublishingQuota } from "@/lib/account-limits/quota";
import { onAccessChange } from "@/lib/changes/access";
import type { Context } from "@/lib/context";
import { every } from "@/lib/every";
import { backlog } from "./backlog";
import { engine } from "./database";

const returnMs = 5000;
const untilExit = new AbortController().signal;

// Next bundles its own copy of each module; `globalThis` keeps one quota for the process.
const shared = globalThis as { postbackPublishing?: PublishingQuota };

/** Returns the publishing limits of all accounts, as far as this process holds leases of them. */
export function publishingQuota(): PublishingQuota {
  shared.postbackPublishing ??= start();
  return shared.postbackPublishing;
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
function start(): PublishingQuota {
  const quota = new PublishingQuota((request) => leaseEvents(engine(), defaultLimits(), request));
  onAccessChange("limits", (accountId) => quota.renew(accountId));
  const returnLeases = () => quota.returnUnused();
  void every(returnMs, returnLeases, untilExit, { firstAfterMs: returnMs });
  return quota;
}
