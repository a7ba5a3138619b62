import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import type { WebhookSlots } from "./webhook-slots";

/** Rows of one webhook that wait in a lane, in order. */
export type Line = { webhook: WebhookSlots; share: AccountShare; rows: LeasedDelivery[] };

/** Share of one account in a lane: rows that wait in memory, requests in flight, and the lines of its webhooks. */
export class AccountShare {
  readonly accountId: string;
  waiting = 0;
  inFlight = 0;
  /** Rows of targets without a history, waiting or in flight. */
  readonly newTargets = new Set<LeasedDelivery>();
  /** Of `newTargets`, the rows in flight. */
  newInFlight = 0;
  /** Lines that may start a row. They take turns, a row each. */
  readonly ready: Line[] = [];
  /** Lines that wait until fewer new targets are in flight. */
  readonly blocked: Line[] = [];
  /** The account takes part in the round robin of its lane. */
  isListed: boolean = false;

  constructor(accountId: string) {
    this.accountId = accountId;
  }

  get isIdle(): boolean {
    return this.waiting === 0 && this.inFlight === 0 && !this.isListed;
  }
}
