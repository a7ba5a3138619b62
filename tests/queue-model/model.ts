import { scheduledAttempts, waitsMs } from "@/lib/queue/retry-schedule";

/** Reference model of the queue, in memory and without SQL. Tests compare `lib/queue` with it. */
export type ModelDelivery = {
  webhook: number;
  status: "pending" | "delivered" | "failed" | "cancelled";
  /** Attempts in the log. */
  logged: number;
  /** Null when nothing waits. */
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
/** A current or former claim. */
export type Claim = { delivery: number; attempt: number };

const leaseSeconds = 45;
/** Seconds between the attempts of the schedule. */
const waits = waitsMs.map((ms) => ms / 1000);

export class Model {
  now = 0;
  readonly webhooks: { listens: boolean; paused: boolean }[] = [];
  readonly deliveries: ModelDelivery[] = [];
  readonly claims: Claim[] = [];

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
      if (its !== webhook || !row) continue;
      if (row.due === Number.POSITIVE_INFINITY) row.due = this.now;
      if (row.resume === Number.POSITIVE_INFINITY) row.resume = this.now;
    }
  }

  /** Claims everything due, as a worker with enough capacity. */
  claim(): Claim[] {
    return this.deliveries.flatMap((delivery, n) => {
      const { row } = delivery;
      if (!row || row.due > this.now) return [];
      const wasLost = row.leased;
      if (wasLost) noteLoss(delivery, row);
      const scheduled = row.trigger === "event";
      const position = positionOf(row);
      if (position >= scheduledAttempts) {
        this.#end(delivery, "failed");
        return [];
      }
      if (scheduled && this.webhooks[delivery.webhook]?.paused) {
        row.leased = false;
        row.due = Number.POSITIVE_INFINITY;
        return [];
      }
      const resumes = row.due - leaseSeconds + (waits[position - 1] ?? 0);
      if (wasLost && resumes > this.now) {
        row.leased = false;
        row.due = resumes;
        return [];
      }
      row.attempt++;
      row.step += Number(scheduled);
      row.leased = true;
      row.due = this.now + leaseSeconds;
      return [{ delivery: n, attempt: row.attempt }];
    });
  }

  /** False if it is too late: another worker has the lease. */
  complete(claim: Claim, succeeded: boolean, delaySeconds: number): boolean {
    const delivery = this.deliveries[claim.delivery];
    const row = delivery?.row;
    if (!delivery || !row?.leased || row.attempt !== claim.attempt) return false;
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

/** The worker that held it recorded nothing. */
function noteLoss(delivery: ModelDelivery, row: Row): void {
  row.lost++;
  delivery.logged = row.attempt;
}

/** Attempts that count in the schedule. */
function positionOf({ trigger, step, lost }: Row): number {
  return trigger === "event" ? step : lost;
}
