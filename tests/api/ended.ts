import { sql } from "drizzle-orm";
import { inject } from "vitest";
import { connectSql } from "@/db/client";
import { attempts, deliveries } from "@/db/schema/deliveries";
import { rebuild } from "@/lib/tallies/rebuild";
import { db } from "./world";

type Made = Partial<typeof deliveries.$inferInsert>;
export const client = connectSql(inject("databaseUrl"), 1);

/** Inserts deliveries of a webhook that ended this long ago, each with one counted attempt. */
export async function ended(accountId: string, webhookId: string, hoursAgo: number, made: Made[]) {
  const at = sql`now() - ${hoursAgo} * interval '1 hour'`;
  const rows = await db.execute<{ id: string }>(sql`
    select (left(id_at(${at})::text, 24) || right(new_id()::text, 12)) as id
    from generate_series(1, ${made.length}::int)`);
  await db.insert(deliveries).values(
    made.map((one, n) => ({
      id: rows[n]!.id,
      accountId,
      webhookId,
      eventId: rows[n]!.id,
      event: "VIDEO_GENERATION_SUCCESS" as const,
      callbackUrl: "https://receiver.example/",
      trigger: "event" as const,
      status: "delivered" as const,
      attempts: 1,
      createdAt: at,
      finishedAt: at,
      ...one,
    })),
  );
  await db.insert(attempts).values(
    made.map(({ trigger = "event", durationMs = 0, cause, statusCode }, n) => ({
      deliveryId: rows[n]!.id,
      number: 1,
      trigger,
      startedAt: sql`${at} - ${durationMs} * interval '1 millisecond'`,
      durationMs: durationMs ?? 0,
      cause,
      statusCode,
    })),
  );
  await rebuild(client, { accountId });
}

/** Queues the unfinished deliveries of a webhook. */
export function queueUp(webhookId: string) {
  return db.execute(sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, attempt)
    select id, event_id, webhook_id, account_id, trigger, attempts from deliveries
    where webhook_id = ${webhookId}::uuid and status = 'pending'`);
}
