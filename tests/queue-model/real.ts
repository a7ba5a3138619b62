import type { AttemptResult } from "@/lib/queue/attempt-result";
import { cancel } from "@/lib/queue/cancel";
import { claim } from "@/lib/queue/claim";
import { completeDeliveries } from "@/lib/queue/complete";
import { enqueue, prepared } from "@/lib/queue/enqueue";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { resend } from "@/lib/queue/resend";
import { sentResult } from "@/lib/queue/result";
import { decideRetry } from "@/lib/queue/retry-decision";
import { updateSettings } from "@/lib/settings/operations";
import type { TestDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { stuckDeliveries } from "@/tests/stuck";

/** More than ever waits, so that nothing is moved for lack of capacity. */
const limit = 1000;

/** The product's queue on a real Postgres. Moves due times instead of the clock. */
export class Real {
  readonly webhooks: string[] = [];
  readonly deliveries: string[] = [];
  /** Claims of the workers; parallel to the model's. */
  readonly claims: LeasedDelivery[] = [];
  readonly #database: TestDatabase;
  readonly #accountId: string;

  static async open(database: TestDatabase): Promise<Real> {
    const { sql } = database;
    await sql`truncate accounts, events, deliveries, attempts, queue cascade`;
    return new Real(database, await makers(sql).account());
  }

  private constructor(database: TestDatabase, accountId: string) {
    this.#database = database;
    this.#accountId = accountId;
  }

  async subscribe(): Promise<void> {
    const draft = { accountId: this.#accountId, deadlineSeconds: 30 };
    this.webhooks.push((await makers(this.#database.sql).webhook(draft)).id);
  }

  async listen(webhook: number, listens: boolean): Promise<void> {
    const events = [listens ? "VIDEO_GENERATION_SUCCESS" : "AVATAR_TRAINING_FAILED"];
    await this.#database.sql`
      update webhooks set events = ${events} where id = ${this.webhooks[webhook] ?? ""}`;
  }

  async pause(webhook: number, paused: boolean): Promise<void> {
    const { db } = this.#database;
    const asked = { accountId: null, actor: { kind: "anonymous" }, scopes: [], requestId: "test" };
    const ctx = { db, queue: { wake() {} }, ...asked };
    await updateSettings(ctx as never, this.webhooks[webhook] ?? "", { paused });
  }

  async publish(): Promise<void> {
    const { sql } = this.#database;
    const event = "VIDEO_GENERATION_SUCCESS" as const;
    const newEvent = { accountId: this.#accountId, event, data: '{"videoId":"v"}', subject: "v" };
    const { events } = await enqueue(prepared(sql), [newEvent]);
    const ids = events.flatMap(({ deliveryIds }) => deliveryIds);
    const rows = await sql<{ id: string; webhookId: string }[]>`
      select id, webhook_id from deliveries where id = any(${ids})`;
    const place = ({ webhookId }: { webhookId: string }) => this.webhooks.indexOf(webhookId);
    this.deliveries.push(...rows.sort((a, b) => place(a) - place(b)).map(({ id }) => id));
  }

  /** Returns the claimed deliveries, by their numbers here. */
  async claim(): Promise<{ delivery: number; attempt: number }[]> {
    const { sql } = this.#database;
    const options = { limit, slots: 1_000_000, spread: 0 };
    const fresh = await claim(sql, { ...options, lane: 0 });
    const again = await claim(sql, { ...options, lane: 2 });
    const claimed = [...fresh.claimed, ...again.claimed].map((one) => ({
      one,
      delivery: this.deliveries.indexOf(one.deliveryId),
    }));
    claimed.sort((a, b) => a.delivery - b.delivery);
    this.claims.push(...claimed.map(({ one }) => one));
    return claimed.map(({ one, delivery }) => ({ delivery, attempt: one.attempt }));
  }

  /** Returns whether the lease was still valid. */
  async complete(claim: number, succeeded: boolean, delaySeconds: number): Promise<boolean> {
    const claimed = this.claims[claim];
    if (!claimed) return false;
    const result = { cause: succeeded ? null : ("http_5xx" as const), retryAfterMs: null };
    const planned = decideRetry(result, claimed);
    const delayMs = delaySeconds * 1000;
    const decision = planned.kind === "retry" ? { ...planned, delayMs } : planned;
    const outcome = { ...nothingSeen, ...result };
    return (
      (await completeDeliveries(this.#database.sql, [sentResult(claimed, outcome, decision)])) === 1
    );
  }

  async resend(delivery: number): Promise<boolean> {
    return (await resend(this.#database.db, this.deliveries[delivery] ?? "")) === null;
  }

  cancel(delivery: number): Promise<boolean> {
    return cancel(this.#database.db, this.deliveries[delivery] ?? "");
  }

  async advance(seconds: number): Promise<void> {
    await this.#database.sql`
      update queue set due_at = due_at - ${seconds} * interval '1 second',
        resume_at = resume_at - ${seconds} * interval '1 second'`;
  }

  stuck(): Promise<string[]> {
    return stuckDeliveries(this.#database.sql);
  }

  /** Returns status and queue row of every delivery, in order. */
  async state() {
    const rows = await this.#database.sql`
      select d.id, d.status, q.attempt, q.step, q.leased, q.lost,
        array(select number from attempts a where a.delivery_id = d.id order by number) as log
      from deliveries d left join queue q on q.delivery_id = d.id`;
    const byId = new Map(rows.map(({ id, ...rest }) => [id, rest]));
    return this.deliveries.map((id) => byId.get(id));
  }
}

const nothingSeen: Omit<AttemptResult, "cause" | "retryAfterMs"> = {
  error: null,
  statusCode: null,
  startedAt: new Date(0),
  durationMs: 1,
  phases: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null },
  requestHeaders: null,
  responseHeaders: null,
  responseBody: null,
  truncated: false,
};
