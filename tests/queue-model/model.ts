/** The queue as it should be, in memory and without any SQL: what `lib/queue` is held against. */
export type ModelDelivery = {
  webhook: number;
  status: "pending" | "delivered" | "failed" | "cancelled";
  /** Attempts that the log has. */
  logged: number;
  /** Null when nothing waits any more. */
  row: Row | null;
};
type Row = {
  attempt: number;
  step: number;
  trigger: "event" | "resend";
  leased: boolean;
  lost: number;
  due: number;
  resume: number | null;
};
/** A claim that somebody holds, or held once. */
export type Hand = { delivery: number; attempt: number };

export const leaseSeconds = 45;
const scheduledAttempts = 10;
const lostLimit = 3;

export class Model {
  now = 0;
  readonly webhooks: { listens: boolean; paused: boolean }[] = [];
  readonly deliveries: ModelDelivery[] = [];
  readonly hands: Hand[] = [];

  publish(): void {
    this.webhooks.forEach(({ listens, paused }, webhook) => {
      if (!listens) return;
      const due = paused ? Number.POSITIVE_INFINITY : this.now;
      const row = { attempt: 0, step: 0, leased: false, lost: 0, due, resume: null };
      this.deliveries.push({
        webhook,
        status: "pending",
        logged: 0,
        row: { ...row, trigger: "event" },
      });
    });
  }

  resume(webhook: number): void {
    for (const { webhook: its, row } of this.deliveries) {
      if (its === webhook && row?.due === Number.POSITIVE_INFINITY) row.due = this.now;
    }
  }

  /** Everything that is due, as a worker with room for all of it. */
  claim(): Hand[] {
    return this.deliveries.flatMap((delivery, n) => {
      const { row } = delivery;
      if (!row || row.due > this.now) return [];
      if (row.leased) {
        row.lost++;
        delivery.logged = row.attempt;
      }
      const scheduled = row.trigger === "event";
      if (row.lost >= lostLimit || (scheduled && row.step >= scheduledAttempts)) {
        this.#end(delivery, "failed");
        return [];
      }
      if (scheduled && this.webhooks[delivery.webhook]?.paused) {
        row.leased = false;
        row.due = Number.POSITIVE_INFINITY;
        return [];
      }
      row.attempt++;
      row.step += Number(scheduled);
      row.leased = true;
      row.due = this.now + leaseSeconds;
      return [{ delivery: n, attempt: row.attempt }];
    });
  }

  /** False when it is too late: somebody else has the lease. */
  settle(hand: Hand, succeeded: boolean, delaySeconds: number): boolean {
    const delivery = this.deliveries[hand.delivery];
    const row = delivery?.row;
    if (!delivery || !row?.leased || row.attempt !== hand.attempt) return false;
    delivery.logged = row.attempt;
    const over = row.trigger === "event" ? row.step >= scheduledAttempts : row.resume === null;
    if (succeeded) this.#end(delivery, "delivered");
    else if (over) this.#end(delivery, "failed");
    else {
      const delayed = this.now + (row.trigger === "event" ? delaySeconds : 0);
      const due = Math.max(row.resume ?? delayed, delayed);
      Object.assign(row, { leased: false, lost: 0, due, resume: null, trigger: "event" });
    }
    return true;
  }

  resend(delivery: ModelDelivery): boolean {
    const { row } = delivery;
    if (row?.leased) return false;
    if (row) {
      if (row.trigger === "event") row.resume = row.due;
      Object.assign(row, { trigger: "resend", due: this.now });
    } else {
      const fresh = { step: 0, leased: false, lost: 0, due: this.now, resume: null };
      delivery.row = { ...fresh, attempt: delivery.logged, trigger: "resend" };
    }
    if (delivery.status !== "delivered") delivery.status = "pending";
    return true;
  }

  cancel(delivery: ModelDelivery): boolean {
    if (!delivery.row || delivery.row.leased || delivery.status !== "pending") return false;
    this.#end(delivery, "cancelled");
    return true;
  }

  #end(delivery: ModelDelivery, status: ModelDelivery["status"]): void {
    delivery.row = null;
    if (delivery.status === "pending") delivery.status = status;
  }
}
