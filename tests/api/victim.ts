import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { api } from "./client";
import { bodies, things } from "./inputs";
import { account, db, webhook } from "./world";

export type Victim = Awaited<ReturnType<typeof victim>>;

/** Creates an account with one row of everything; every free text contains the mark. */
export async function victim() {
  const mark = `mark-${randomUUID()}`;
  const { id: accountId, key } = await account();
  await db.execute(sql`update accounts set name = ${mark} where id = ${accountId}`);
  const { id: webhookId } = await webhook(key, { callbackUrl: `https://receiver.example/${mark}` });
  const settings = { label: mark, ratePerSecond: 5, headers: { "X-Mark": mark } };
  await api(`PUT /v1/webhooks/${webhookId}/settings`, { key, body: settings });
  const data = { videoId: mark };
  const body = { event: "VIDEO_GENERATION_SUCCESS", data };
  const { body: event } = await api("POST /v1/events", { key, body });
  const { body: list } = await api("GET /v1/deliveries", { key });
  const { body: replay } = await api("POST /v1/replays", { key, body: { filter: { q: mark } } });
  const draft = { ...bodies["apiKeys.issue"], name: mark };
  const { body: issued } = await api("POST /v1/api-keys", { key, body: draft });
  const bin = { name: mark, next: [503] };
  const { body: inbox } = await api("POST /v1/inbox/bins", { key, body: bin });
  await api(`GET /v1/accounts/${accountId}/secret`, { key });
  const [person, browser] = [await things.users!(key), await things.sessions!(key)];
  const invited = await things.invitations!(key);

  const made = [event, list.deliveries[0], replay, issued, person, browser, invited, inbox];
  const ids: string[] = [accountId, webhookId, ...made.map(({ id }) => id)];
  return { accountId, webhookId, key, mark, ids, snapshot: () => snapshot(accountId) };
}

/**
 * Returns every row of the account as text, except the last use of a key, which is written after a request. Targets of
 * a replay belong to its caller: they are checked when the job runs.
 */
async function snapshot(accountId: string): Promise<string> {
  const tables = await db.execute<{ name: string; owner: string }>(sql`
    select table_name as name, string_agg(column_name, ',') as owner from information_schema.columns
    where table_schema = 'public' and column_name in ('account_id', 'webhook_id', 'delivery_id')
      and table_name <> 'replay_items' and table_name !~ '_(p?\\d+|default)$'
    group by table_name order by table_name`);
  const rows = [];
  for (const { name, owner } of tables) {
    const table = sql.identifier(name);
    rows.push(
      await db.execute(sql`
        select ${name} as table, to_jsonb(t) - 'last_used_at' - 'last_used_from' as row from ${table} t
        where ${ownedBy(owner.split(","), accountId)} order by 2`),
    );
  }
  rows.push(await db.execute(sql`select * from accounts where id = ${accountId}`));
  return JSON.stringify(rows, null, 1);
}

function ownedBy(columns: string[], accountId: string) {
  if (columns.includes("account_id")) return sql`t.account_id = ${accountId}`;
  if (columns.includes("webhook_id")) {
    return sql`t.webhook_id in (select id from webhooks where account_id = ${accountId})`;
  }
  return sql`t.delivery_id in (select id from deliveries where account_id = ${accountId})`;
}
