import { uuidv7 } from "uuidv7";
import { afterAll, expect, test } from "vitest";
import { connectClaims, connectDatabase } from "@/db/client";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { inDays, logDays } from "@/tests/log-days";
import { makers } from "@/tests/make";
import { cancel, cancelAll } from "./cancel";
import { claim } from "./claim";
import { queueTurn, takeBack } from "./replay";
import { resend } from "./resend";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const size = 6;
const log = logDays(sql);
for (const day of [1, 2, 3, 4]) await log.create(day);
// Their partitions are pruned while they run. A connection may come to such plans at any time.
await sql`alter database ${sql(new URL(url).pathname.slice(1))} set plan_cache_mode = force_generic_plan`;
const db = connectDatabase(url, 2);
const claiming = connectClaims(url, 1, 30_000);
afterAll(() => Promise.all([db.$client.end(), claiming.end()]));

type Kind = "waiting" | "lost" | "failed";

/** Makes deliveries of three days, of events of four, to one webhook. */
async function deliveriesOfDays(kind: Kind) {
  const webhook = await make.webhook();
  const ids: string[] = [];
  for (let n = 0; n < size; n++) {
    const [id, eventId] = [await log.idIn(2 + (n % 3)), await log.idIn(1 + (n % 4))];
    const dueAt = inDays(kind === "lost" ? -1 : 1);
    const made = await make.delivery(webhook, { id, dueAt, attempt: 1 });
    await sql`update events set id = ${eventId} where subject = ${made.id}`;
    await sql`update deliveries set event_id = ${eventId} where id = ${id}`;
    await sql`update queue set event_id = ${eventId}, leased = ${kind === "lost"} where delivery_id = ${id}`;
    ids.push(id);
  }
  if (kind === "failed") {
    await sql`delete from queue where delivery_id = any(${ids})`;
    await sql`update deliveries set status = 'failed', finished_at = now() where id = any(${ids})`;
  }
  return { webhook, ids };
}

async function replayOf(kind: Kind) {
  const { webhook, ids } = await deliveriesOfDays(kind);
  const replay = { id: uuidv7(), accountId: webhook.accountId };
  await sql`
    insert into replays (id, account_id, choice, fingerprint, rate_per_second, collected, paced_to)
    values (${replay.id}, ${webhook.accountId}, '{}', ${replay.id}, 100, true, now() - interval '1 second')`;
  await sql`insert into replay_items (replay_id, delivery_id) select ${replay.id}, unnest(${ids}::uuid[])`;
  return { replay, webhook, ids };
}

const changes = {
  queue: "update queue set due_at = due_at where delivery_id = $1",
  deliveries: "update deliveries set attempts = attempts where id = $1",
  replay_items: "update replay_items set step_before = step_before where delivery_id = $1",
};

/** Runs a statement that finds a row of this table changed by a transaction that commits while it waits. */
async function beside<T>(
  table: keyof typeof changes,
  id: string | undefined,
  run: () => Promise<T>,
) {
  const other = await sql.reserve();
  await other`begin`;
  await other.unsafe(changes[table], [id ?? null]);
  const running = run();
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  await other`commit`;
  other.release();
  return running;
}

/** Returns each different state of these deliveries, with the trigger of their queue rows. */
async function statesOf(ids: string[]) {
  const rows = await sql`
    select distinct d.status, q.trigger from deliveries d left join queue q on q.delivery_id = d.id
    where d.id = any(${ids})`;
  return rows.map(({ status, trigger }) => [status, trigger]);
}

async function itemsOf({ id }: { id: string }) {
  return sql`
    select state, count(*)::int as n from replay_items where replay_id = ${id} group by state`;
}

test.each(["queue", "deliveries"] as const)(
  "deliveries are cancelled although a row in %s was changed meanwhile",
  async (table) => {
    const { webhook, ids } = await deliveriesOfDays("waiting");
    const [first = "", second] = ids;
    expect(await beside(table, first, () => cancel(db, first))).toBe(true);
    expect(await statesOf([first])).toEqual([["cancelled", null]]);
    await beside(table, second, () => cancelAll(db, webhook.id));
    expect(await statesOf(ids)).toEqual([["cancelled", null]]);
  },
);

test.each([
  { table: "queue", kind: "waiting" },
  { table: "deliveries", kind: "failed" },
] as const)(
  "a $kind delivery is resent although its row in $table was changed meanwhile",
  async ({ table, kind }) => {
    const { ids } = await deliveriesOfDays(kind);
    const [, id = ""] = ids;
    expect(await beside(table, id, () => resend(db, id))).toBe(null);
    expect(await statesOf([id])).toEqual([["pending", "resend"]]);
  },
);

test.each([
  { table: "deliveries", kind: "failed", after: ["failed", null] },
  { table: "replay_items", kind: "failed", after: ["failed", null] },
  { table: "replay_items", kind: "waiting", after: ["pending", "event"] },
] as const)(
  "$kind deliveries are replayed and taken back although a row in $table was changed meanwhile",
  async ({ table, kind, after }) => {
    const { replay, ids } = await replayOf(kind);
    await beside(table, ids[1], () => queueTurn(db, replay));
    expect(await statesOf(ids)).toEqual([["pending", "replay"]]);
    expect(await itemsOf(replay)).toEqual([{ state: "queued", n: size }]);
    await beside(table, ids[2], () => takeBack(db, replay.id));
    expect(await statesOf(ids)).toEqual([after]);
    expect(await itemsOf(replay)).toEqual([{ state: "cancelled", n: size }]);
  },
);

test("a replay skips what was delivered although one of its items was changed meanwhile", async () => {
  const { replay, ids } = await replayOf("failed");
  await sql`update deliveries set status = 'delivered', finished_at = now() where id = any(${ids})`;
  await beside("replay_items", ids[1], () => queueTurn(db, replay));
  expect(await itemsOf(replay)).toEqual([{ state: "skipped", n: size }]);
});

test("attempts of a lost worker are recorded although a delivery was changed meanwhile", async () => {
  const { ids } = await deliveriesOfDays("lost");
  const { claimed } = await beside("deliveries", ids[1], () =>
    claim(claiming, { limit: size, slots: 100 * size }),
  );
  expect(claimed).toHaveLength(size);
  const lost = await sql`
    select from deliveries d join attempts a on a.delivery_id = d.id
    where d.id = any(${ids}) and d.cause = 'internal' and a.cause = 'internal'`;
  expect(lost).toHaveLength(size);
});
