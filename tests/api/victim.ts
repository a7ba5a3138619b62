import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { invitations } from "@/db/schema/accounts";
import { attempts } from "@/db/schema/deliveries";
import { inboxRequests } from "@/db/schema/inbox";
import { savedViews } from "@/db/schema/views";
import { hashToken, newToken } from "@/lib/session/token";
import { api } from "./client";
import { bodies, things } from "./inputs";
import { member } from "./people";
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
  const [delivery] = list.deliveries;
  await exchanged(mark, { webhookId, deliveryId: delivery.id, binId: inbox.id });

  const made = [event, delivery, replay, issued, person, browser, invited, inbox];
  const own = [...made, ...(await membersThings(accountId, mark))];
  const ids: string[] = [accountId, webhookId, ...own.map(({ id }) => id)];
  return { accountId, webhookId, key, mark, ids, snapshot: () => snapshot(accountId) };
}

type Exchange = { webhookId: string; deliveryId: string; binId: string };

/** Stores the first attempt of a delivery, and the first request to a bin. */
async function exchanged(mark: string, { webhookId, deliveryId, binId }: Exchange): Promise<void> {
  await db.insert(attempts).values({
    deliveryId,
    number: 1,
    trigger: "event",
    startedAt: new Date(),
    durationMs: 1,
    statusCode: 200,
    url: `https://receiver.example/${mark}`,
    requestHeaders: JSON.stringify([["X-Mark", mark]]),
    responseHeaders: JSON.stringify([["X-Mark", mark]]),
    responseBody: Buffer.from(mark),
  });
  await db.insert(inboxRequests).values({
    binId,
    number: 1,
    webhookId,
    method: "POST",
    headers: JSON.stringify([["X-Mark", mark]]),
    body: Buffer.from(mark),
    size: mark.length,
    truncated: false,
    answered: 200,
  });
}

/** Creates a member of the account with a saved view, and an invitation of the account. */
async function membersThings(accountId: string, mark: string): Promise<{ id: string }[]> {
  const person = await member(accountId);
  const view = { userId: person.id, name: mark, query: `q=${mark}` };
  const invitation = {
    accountId,
    email: `${mark}@example.com`,
    role: "viewer" as const,
    tokenHash: hashToken(newToken()),
    expiresAt: sql`now() + interval '1 hour'`,
  };
  const views = await db.insert(savedViews).values(view).returning();
  return [person, ...views, ...(await db.insert(invitations).values(invitation).returning())];
}

/**
 * Returns every row of the account as text, except the last use of a key, which is written after a request. Targets of
 * a replay belong to its caller: they are checked when the job runs.
 */
async function snapshot(accountId: string): Promise<string> {
  const tables = await db.execute<{ name: string; owner: string }>(sql`
    select table_name as name, string_agg(column_name, ',') as owner from information_schema.columns
    where table_schema = 'public' and column_name in ('account_id', 'user_id', 'webhook_id', 'delivery_id')
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
  if (columns.includes("user_id")) {
    return sql`t.user_id in (select id from users where account_id = ${accountId})`;
  }
  if (columns.includes("webhook_id")) {
    return sql`t.webhook_id in (select id from webhooks where account_id = ${accountId})`;
  }
  return sql`t.delivery_id in (select id from deliveries where account_id = ${accountId})`;
}
