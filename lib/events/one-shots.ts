import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { webhooks } from "@/db/schema/webhooks";
import { copySecrets } from "@/lib/account-secrets/copy";
import { ensureAccountSecrets } from "@/lib/account-secrets/sealed-secret";
import type { Context } from "@/lib/context";
import { env } from "@/lib/env";
import { targetPolicy } from "@/lib/outbound/policy";
import { assertAllowedTarget } from "@/lib/outbound/target";

type OneShot = { accountId: string; callbackUrl: string };
type Draft = { accountId?: string | undefined; callbackUrl?: string | undefined };
type Asked<D> = { drafts: D[]; accountOf: (draft: D) => string; path: (n: number) => string };

type Row = { id: string; account_id: string; callback_url: string };

/**
 * Returns the targets of drafts with a `callbackUrl`, creating missing ones. A target is a hidden row of `webhooks`, so
 * that a URL called once is scheduled as fairly as any other.
 * @throws Problem 40002 with the path of a URL that must not be called
 */
export async function oneShotTargets<D extends Draft>(
  ctx: Context,
  { drafts, accountOf, path }: Asked<D>,
): Promise<(draft: D) => string | undefined> {
  const wantedBy = (draft: D) =>
    draft.callbackUrl === undefined
      ? []
      : [{ accountId: accountOf(draft), callbackUrl: draft.callbackUrl }];
  for (const [n, { callbackUrl }] of drafts.entries()) {
    if (callbackUrl !== undefined) {
      assertAllowedTarget(callbackUrl, targetPolicy(env()), `${path(n)}callbackUrl`);
    }
  }
  const targets = await targetsOf(ctx.db, drafts.flatMap(wantedBy));
  return (draft) => wantedBy(draft).map((one) => targets.get(nameOf(one)))[0];
}

async function targetsOf(db: Queries, wanted: OneShot[]): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  const keep = (rows: Row[]) => {
    for (const { id, account_id, callback_url } of rows)
      targets.set(nameOf({ accountId: account_id, callbackUrl: callback_url }), id);
  };
  const missing = () => wanted.filter((one) => !targets.has(nameOf(one)));

  if (wanted.length > 0) keep(await use(db, wanted));
  if (missing().length > 0) keep(await make(db, missing()));
  // Another request created these meanwhile.
  if (missing().length > 0) keep(await use(db, missing()));
  return targets;
}

function nameOf({ accountId, callbackUrl }: OneShot): string {
  return `${accountId} ${callbackUrl}`;
}

/**
 * Returns existing targets and marks them as used. A mark lasts a minute; marked targets are not deleted. The limit keeps the lateral
 * a look-up by index for each address. A join read all targets of all accounts: 0.5 s for 100,000.
 */
function use(db: Queries, wanted: OneShot[]): Promise<Row[]> {
  return db.execute<Row>(sql`
    with known as materialized (
      select w.id, w.account_id, w.callback_url, w.updated_at < now() - interval '1 minute' as stale
      from ${rowsOf(wanted)} cross join lateral (
        select * from ${webhooks}
        where account_id = g."accountId" and one_shot
          and md5(callback_url) = md5(g."callbackUrl") and callback_url = g."callbackUrl"
        limit 1
      ) w
    ), locked as materialized (
      select id from ${webhooks} where id in (select id from known where stale)
      order by id for no key update
    ), marked as (
      update ${webhooks} w set updated_at = now() from locked where w.id = locked.id returning w.id
    )
    select id, account_id, callback_url from known
    where not stale or id in (select id from marked)`);
}

function make(db: Queries, wanted: OneShot[]): Promise<Row[]> {
  const accountIds = [...new Set(wanted.map(({ accountId }) => accountId))].sort();
  return db.transaction(async (tx) => {
    await ensureAccountSecrets(tx, accountIds);
    const made = await tx.execute<Row>(sql`
      insert into ${webhooks} (id, account_id, callback_url, events, one_shot)
      select new_id(), "accountId", "callbackUrl", '{}', true from ${rowsOf(wanted)}
      group by "accountId", "callbackUrl" order by "accountId", md5("callbackUrl")
      on conflict do nothing
      returning id, account_id, callback_url`);
    await copySecrets(
      tx,
      made.map(({ id, account_id }) => ({ id, accountId: account_id })),
    );
    return made;
  });
}

function rowsOf(wanted: OneShot[]) {
  return sql`json_to_recordset(${JSON.stringify(wanted)}::json) as g("accountId" uuid, "callbackUrl" text)`;
}
