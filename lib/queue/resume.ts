import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import type { PauseReason } from "@/db/enums";
import { queue } from "@/db/schema/deliveries";
import { receivers, resumptions, webhooks } from "@/db/schema/webhooks";
import { dueNow } from "./due-now";
import { isCoolingDown, probeNow } from "./probe-now";

/** Parked deliveries that one statement makes due: about 100 ms of Postgres. */
const portion = 5000;

/**
 * Makes due the deliveries that wait because the webhook was paused, oldest first; those that wait for a retry stay. More
 * than one portion is left to the workers (`resumeNext`). Ends the cool-down of an open circuit, so that its probe is sent
 * now and not up to a quarter of an hour later. Call it in the transaction that resumes the webhook: from then on its
 * deliveries are no longer parked.
 *
 * A webhook that was paused automatically starts slowly, as a circuit that recovers: one request, then two, four more, each
 * second. A receiver that still responds 410 would otherwise end all that waits as failed at once.
 *
 * @param pauseReason why it was paused, null if it was not
 */
export async function resume(
  db: Queries,
  webhookId: string,
  pauseReason: PauseReason | null,
): Promise<void> {
  // A locked row belongs to a claim, which sends the probe.
  await db.execute(sql`
    update ${receivers} r set ${probeNow} from (
      select r.webhook_id from ${receivers} r
      where r.webhook_id = ${webhookId}::uuid and ${isCoolingDown} for update skip locked
    ) resting where r.webhook_id = resting.webhook_id`);
  if (pauseReason === "gone" || pauseReason === "failing") await startSlowly(db, webhookId);
  // A resend of a parked delivery has infinity here, where its schedule would continue. Waits for a result that is being
  // recorded: it may park the row, which the next statement then sees.
  await db.execute(sql`
    update ${queue} set resume_at = now() where webhook_id = ${webhookId}::uuid and resume_at = 'infinity'`);
  await db.execute(freeParked(sql`select ${webhookId}::uuid as webhook_id`, portion));
  // Waits for a worker that is ending an earlier resumption.
  await db.execute(sql`
    insert into ${resumptions} as r (webhook_id)
    select ${webhookId}::uuid where ${hasParked(sql`${webhookId}::uuid`)}
    on conflict (webhook_id) do update set created_at = r.created_at`);
}

/** Lets a closed circuit recover if deliveries wait. Without a cool-down, because it was not open. */
async function startSlowly(db: Queries, webhookId: string): Promise<void> {
  await db.execute(sql`
    insert into ${receivers} as r (webhook_id, open_until, allowance)
    select ${webhookId}::uuid, now(), 1 where ${hasParked(sql`${webhookId}::uuid`)}
    on conflict (webhook_id) do update set open_until = excluded.open_until, allowance = excluded.allowance
    where r.open_until is null`);
}

type Resumed = {
  /** Number of deliveries made due. */
  freed: number;
  /** Accounts of their webhooks. */
  accountIds: string[];
};

/**
 * Makes the next portion of parked deliveries of resumed webhooks due, shared equally by the accounts; of each account the
 * webhook that waits longest comes first. Ends the resumptions of webhooks without parked deliveries, and of those that
 * are paused again. Returns null when there is none.
 *
 * The transaction locks resumptions before it reads the webhooks. Resuming a webhook writes its resumption, so it waits
 * for this lock, and no resumption is ended by an older state of its webhook. Rows that others have locked are skipped
 * and taken by a later step: a step waits for nobody.
 */
export function resumeNext(db: Queries, limit = portion): Promise<Resumed | null> {
  return db.transaction(async (tx) => {
    const locked = await tx.execute<{ webhookId: string; accountId: string }>(sql`
      select r.webhook_id as "webhookId", w.account_id as "accountId"
      from ${resumptions} r join ${webhooks} w on w.id = r.webhook_id
      where r.webhook_id in (
        select distinct on (w.account_id) w.id from ${resumptions} r join ${webhooks} w on w.id = r.webhook_id
        order by w.account_id, r.created_at
      )
      limit ${limit} for update of r skip locked`);
    if (locked.length === 0) return null;
    const ids = sql.param(`{${locked.map(({ webhookId }) => webhookId).join()}}`);
    const running = sql`
      select id as webhook_id from ${webhooks} where id = any(${ids}::uuid[]) and paused_at is null`;
    const freed = await tx.execute(freeParked(running, Math.ceil(limit / locked.length)));
    await tx.execute(sql`
      delete from ${resumptions} r
      where r.webhook_id = any(${ids}::uuid[]) and (not ${hasParked(sql`r.webhook_id`)} or exists (
        select from ${webhooks} w where w.id = r.webhook_id and w.paused_at is not null))`);
    return { freed: freed.length, accountIds: locked.map(({ accountId }) => accountId) };
  });
}

/** SQL that makes due the oldest parked deliveries of each webhook, at most `limit` of each. */
function freeParked(resumed: SQL, limit: number): SQL {
  return sql`
    with resumed as materialized (${resumed}), parked as materialized (
      select p.delivery_id from resumed cross join lateral (
        select delivery_id from ${queue} q
        where q.webhook_id = resumed.webhook_id and due_at = 'infinity' and lane < 3
        order by delivery_id limit ${limit} for update skip locked
      ) p
    )
    update ${queue} q set due_at = ${sql.raw(dueNow)} from parked p
    where q.delivery_id between p.delivery_id and p.delivery_id
    returning q.delivery_id`;
}

function hasParked(webhookId: SQL): SQL {
  return sql`exists (
    select from ${queue} q where q.webhook_id = ${webhookId} and due_at = 'infinity' and lane < 3)`;
}
