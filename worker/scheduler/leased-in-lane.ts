import type { AccountInFlight, Capacity } from "@/lib/queue/capacity";
import type { Lane } from "./lane";
import type { WebhookSlots } from "./webhook-slots";

type Webhook = Capacity["inFlight"][number];
/** `slotsUsed` leaves out rows of fast webhooks, which free their slots soon. */
type LeasedInLane = { inFlight: Webhook[]; accounts: AccountInFlight[]; slotsUsed: number };

/**
 * Returns the rows that this process has leased in a lane, by webhook and by account. With `accountIds`, for these accounts only: a
 * thousand webhooks of others would add 50 kB to the statement of one event.
 */
export function leasedInLane(
  lane: Lane,
  webhooks: Iterable<WebhookSlots>,
  accountIds?: ReadonlySet<string>,
): LeasedInLane {
  const accounts = waitingByAccount(lane, accountIds);
  const inFlight: Webhook[] = [];
  let slotsUsed = 0;
  for (const webhook of webhooks) {
    const isAsked = !accountIds || accountIds.has(webhook.accountId);
    // Most are idle and of other accounts, and each statement that stores events comes here.
    if (!isAsked && webhook.leased === 0) continue;
    const { leased, remaining, responds } = webhook;
    const inLane = webhook.leasedIn(lane.sharedWith);
    if (remaining === null) slotsUsed += inLane;
    if (!isAsked) continue;
    const { webhookId, accountId } = webhook;
    if (leased > 0 || remaining !== null || responds)
      inFlight.push({ webhookId, accountId, leased, inLane, remaining, responds });
    if (remaining === null && inLane > 0) addInLane(accounts, accountId, inLane);
  }
  return { inFlight, accounts: [...accounts.values()], slotsUsed };
}

/** Returns the rows of these accounts, or of all, that wait in a lane. Those in flight are still to be counted. */
function waitingByAccount(lane: Lane, accountIds?: ReadonlySet<string>) {
  const accounts = new Map<string, AccountInFlight>();
  for (const { accountId, waiting, newTargets } of lane.shares(accountIds)) {
    accounts.set(accountId, { accountId, inLane: 0, newTargets: newTargets.size, waiting });
  }
  return accounts;
}

function addInLane(accounts: Map<string, AccountInFlight>, accountId: string, inLane: number) {
  const account = accounts.get(accountId);
  if (account) account.inLane += inLane;
  else accounts.set(accountId, { accountId, inLane, newTargets: 0, waiting: 0 });
}
