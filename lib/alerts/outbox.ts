import { and, eq, sql } from "drizzle-orm";
import type { AlertKind } from "@/db/alert-kinds";
import type { Queries } from "@/db/client";
import { alertReceivers, alerts } from "@/db/schema/alerts";
import type { AttemptResult } from "@/lib/queue/attempt-result";
import { nextDelayMs } from "@/lib/queue/retry-schedule";
import { parseStoredJson } from "@/lib/stored-json";
import { Unreadable } from "@/lib/vault/unreadable";
import { openAlertSecret } from "./sealed-secret";

const deadlineSeconds = 15;
const leaseSeconds = 30;
/** Alerts leased at once. */
export const portion = 10;
/**
 * Alerts ranked at once, and the time after which they are ranked again, for alerts of other accounts. A ranking reads all that are due:
 * 150 to 250 ms for 20,000 on a busy machine, which each portion took.
 */
const rankedAtOnce = 500;
const rankedMs = 5000;
/** The present, rounded to the millisecond as stored times are: an alert that was due a moment ago is due. */
const present = sql`now()::timestamptz(3)`;

type Row = { id: string; kind: AlertKind; data: string; attempts: number; now_ms: number };
type DueAlert = Awaited<ReturnType<DueAlerts["take"]>>[number];

/** Due alerts, of each account in turn. */
export class DueAlerts {
  readonly #db: Queries;
  /** Ids of those that are next, in the order of their turns. */
  #next: string[] = [];
  #rankedAt = Number.NEGATIVE_INFINITY;

  constructor(db: Queries) {
    this.#db = db;
  }

  /** Leases those that are next. Returns them with all that sending needs, or none when none is due. */
  async take() {
    if (performance.now() - this.#rankedAt > rankedMs) this.#next = [];
    if (this.#next.length === 0) {
      this.#rankedAt = performance.now();
      this.#next = await rank(this.#db);
    }
    // Other workers may have leased all of a portion.
    while (this.#next.length > 0) {
      const leased = await lease(this.#db, this.#next.splice(0, portion));
      if (leased.length > 0) return leased;
    }
    return [];
  }
}

/** Returns the ids of the alerts that are next: of each account the one that is due longest, then the second of each, and so on. */
async function rank(db: Queries): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select id from (
      select id, due_at, row_number() over (partition by data::json ->> 'accountId' order by due_at) as turn
      from ${alerts} where due_at <= ${present}
    ) ranked order by turn, due_at limit ${rankedAtOnce}`);
  return rows.map(({ id }) => id);
}

/** Leases those of these alerts that are still due. */
async function lease(db: Queries, ids: string[]) {
  const claimedAt = performance.now();
  // `is true` keeps it a look-up by id: without statistics the index of the due ones would be read whole.
  const rows = await db.execute<Row>(sql`
    with due as materialized (
      select id from ${alerts} where id in ${ids} and (due_at <= ${present}) is true for update skip locked
    )
    update ${alerts} a set attempts = a.attempts + 1, due_at = now() + ${leaseSeconds} * interval '1 second'
    from due where a.id = due.id
    returning a.id, a.kind, a.data, a.attempts, (extract(epoch from now()) * 1000)::float8 as now_ms`);
  const [receiver] = rows.length > 0 ? await db.select().from(alertReceivers) : [];
  if (!receiver) return [];
  const target = {
    webhookId: receiver.id,
    callbackUrl: receiver.callbackUrl,
    secrets: [`${receiver.id} ${secretOf(receiver)}`],
    headers: null,
    deadlineSeconds,
  };
  return rows.map(({ id, kind, data: stored, attempts, now_ms }) => {
    const now = new Date(now_ms);
    const data = JSON.stringify(parseStoredJson(stored));
    return { ...target, deliveryId: id, eventId: id, event: kind, data, attempts, now, claimedAt };
  });
}

/** Returns the secret. One that cannot be decrypted stays encrypted: sending then fails with that reason. */
function secretOf(receiver: typeof alertReceivers.$inferSelect): string {
  try {
    return openAlertSecret(receiver);
  } catch (error) {
    if (error instanceof Unreadable) return receiver.secret;
    throw error;
  }
}

/**
 * Stores the result of an attempt: delivered, retried on the schedule of deliveries, or failed. A result after the
 * lease was lost changes nothing.
 */
export async function recordAlertResult(
  db: Queries,
  { deliveryId, attempts }: DueAlert,
  { cause, error, statusCode }: AttemptResult,
): Promise<void> {
  const delayMs = cause === null ? null : nextDelayMs(attempts, Math.random);
  const given = cause === null ? ("delivered" as const) : ("failed" as const);
  await db
    .update(alerts)
    .set({
      status: delayMs === null ? given : "pending",
      dueAt: delayMs === null ? null : sql`now() + ${delayMs} * interval '1 millisecond'`,
      statusCode,
      error,
    })
    .where(and(eq(alerts.id, deliveryId), eq(alerts.attempts, attempts)));
}
