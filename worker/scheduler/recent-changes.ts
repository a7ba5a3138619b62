import { Lru } from "@/lib/lru";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";

/** What changed: a webhook, or the secrets that sign the one-shot callbacks of an account. */
export type Change = { webhookId: string } | { secretsOfAccount: string };

/** Changes remembered, the latest. A claim that was under way meanwhile is over long before there are more. */
const changesLimit = 1000;

/** Latest changes, to find the rows that were claimed before one: they have the former state of their webhook. */
export class RecentChanges {
  /** Times by id of the webhook or account, on the monotonic clock in ms. */
  readonly #changedAt = new Lru<string, number>(changesLimit);
  /** Time at which any changes may have been missed. */
  #missedAt = Number.NEGATIVE_INFINITY;

  note(change: Change): void {
    const id = "webhookId" in change ? change.webhookId : change.secretsOfAccount;
    this.#changedAt.set(id, performance.now());
  }

  noteMissed(): void {
    this.#missedAt = performance.now();
  }

  /** Returns whether the webhook or secrets of a row may have changed after its claim. */
  isOutdated({ webhookId, secretAccountId, claimedAt }: LeasedDelivery): boolean {
    if (claimedAt < this.#missedAt) return true;
    const isChanged = (id: string) => claimedAt < (this.#changedAt.get(id) ?? claimedAt);
    return isChanged(webhookId) || (secretAccountId !== null && isChanged(secretAccountId));
  }
}
