import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { connectDatabase } from "@/db/client";
import type { Context } from "@/lib/context";
import { listDeliveries } from "@/lib/deliveries/operations";
import { page } from "@/lib/protocol/paging";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { type Filled, filled, size, withStatistics } from "./plans/filled";

type Filter = Omit<Parameters<typeof listDeliveries>[1], "limit">;
type Row = { id: string; eventId: string; webhookId: string; accountId: string; createdAt: Date };

// Plans may differ on another server.
describe.skipIf(process.env.TEST_DATABASE_URL)("a list of the log", () => {
  let log: Filled;
  let db: ReturnType<typeof connectDatabase>;
  let row: Row;
  beforeAll(async () => {
    log = await withStatistics();
    db = connectDatabase(log.url, 1);
    const [found] = await log.sql<Row[]>`
      select * from deliveries where status = 'delivered'
      order by created_at desc, id limit 1 offset ${Math.round(size / 3)}`;
    row = found!;
  });
  afterAll(async () => {
    await db.$client.end();
    log.close();
  });

  const list = (filter: Filter, accountId: string | null, limit?: number) =>
    readsOfList(log, db, { filter, accountId, limit });
  const callers = [
    ["of all accounts", () => null],
    ["of one account", () => row.accountId],
  ] as const;

  describe.each(callers)("%s", (_, account) => {
    test.each<[string, () => Filter]>([
      ["without a filter", () => ({})],
      ["of an event type", () => ({ event: ["VIDEO_GENERATION_SUCCESS"] })],
      ["of a following page", () => ({ cursor: page([row, row], 1).nextCursor })],
      ["of a day", () => ({ from: dayOf(row), to: new Date(dayOf(row).getTime() + 86_400_000) })],
    ])("%s reads in order of time", async (_name, filter) => {
      const { found, paths, rows, sorted } = await list(filter(), account());
      expect(found).toBe(50);
      expect(["deliveries_recent", "deliveries_account"]).toEqual(
        expect.arrayContaining(paths.deliveries!),
      );
      expect(["queue_pkey"]).toEqual(expect.arrayContaining(paths.queue ?? []));
      expect(paths.events).toEqual(["events_pkey"]);
      expect(rows).toBeLessThan(2000);
      expect(sorted).toBeLessThan(100);
    });

    test.each<[string, Filter]>([
      ["a common status", { status: ["delivered"] }],
      ["unfinished deliveries", { status: ["retrying"] }],
    ])("of %s reads in order of time, then by id", async (_name, filter) => {
      const { found, paths, rows, sorted } = await list(filter, account());
      expect(found).toBe(50);
      const indexes = ["recent", "account", "pkey"].map((name) => `deliveries_${name}`);
      expect(indexes).toEqual(expect.arrayContaining(paths.deliveries!));
      expect(["queue_pkey"]).toEqual(expect.arrayContaining(paths.queue ?? []));
      expect(rows).toBeLessThan(2000);
      expect(sorted).toBeLessThan(100);
    });

    test.each<[string, string, () => Filter]>([
      ["of a webhook", "deliveries_webhook", () => ({ webhook: [row.webhookId] })],
      ["of a searched webhook id", "deliveries_webhook", () => ({ q: row.webhookId })],
      ["of a searched event id", "deliveries_event", () => ({ q: row.eventId })],
      ["of a searched delivery id", "deliveries_pkey", () => ({ q: row.id })],
    ])("%s reads %s", async (_name, index, filter) => {
      const { found, paths, rows, sorted } = await list(filter(), account());
      expect(found).toBeGreaterThan(0);
      expect(paths.deliveries).toEqual([index]);
      expect(["queue_pkey"]).toEqual(expect.arrayContaining(paths.queue ?? []));
      expect(rows).toBeLessThan(500);
      expect(sorted).toBeLessThan(500);
    });

    test.each<[string, Filter]>([
      ["status", { status: ["failed"] }],
      ["status that none has", { status: ["cancelled"] }],
      ["cause", { cause: ["http_5xx"] }],
    ])("of a rare %s reads day by day, and sorts matching rows only", async (_name, filter) => {
      // The newest day has so many of them, of four days.
      const { paths, rows, sorted } = await list(filter, account(), 20);
      const indexes = ["recent", "account", "outcome", "pkey"].map((name) => `deliveries_${name}`);
      expect(indexes).toEqual(expect.arrayContaining(paths.deliveries!));
      expect(["queue_pkey"]).toEqual(expect.arrayContaining(paths.queue ?? []));
      expect(rows).toBeLessThan(size / 2);
      expect(sorted).toBeLessThan(size / 50);
    });
  });

  test("of a time in which nothing ended reads what is newest of each day", async () => {
    const filter = { status: ["delivered" as const], endedFrom: new Date(Date.now() + 60_000) };
    const { rows, found } = await list(filter, null);
    expect(found).toBe(0);
    expect(rows).toBeLessThan(size / 4);
  });

  test("of a time reads what was created in it, then by end or from the queue what is older", async () => {
    const recent = await list({ endedFrom: dayOf(row) }, null);
    const paths = ["deliveries_pkey", "deliveries_recent"];
    expect([recent.found, recent.paths.deliveries]).toEqual([50, paths]);
    expect(recent.rows).toBeLessThan(2000);
    const [open] = await log.sql<Row[]>`select * from deliveries where status = 'pending' limit 1`;
    const filter = { endedFrom: new Date(Date.now() + 60_000), webhook: [open!.webhookId] };
    const { rows, found, paths: those } = await list(filter, null);
    expect(found).toBeGreaterThan(0);
    const indexes = ["finished", "pkey", "webhook"].map((name) => `deliveries_${name}`);
    expect(indexes).toEqual(expect.arrayContaining(those.deliveries!));
    expect(rows).toBeLessThan(2000);
  });

  test("of a time has the newest of what is older, few or many", async () => {
    const endedFrom = new Date(Date.now() + 60_000);
    const newest = async (webhooks: ReturnType<typeof log.sql>) =>
      log.sql<Row[]>`
        select id from deliveries where status = 'pending' and ${webhooks}
        order by created_at desc, id desc limit 50`;
    const [open] = await log.sql<Row[]>`select * from deliveries where status = 'pending' limit 1`;
    const [all, few] = [
      await newest(log.sql`true`),
      await newest(log.sql`webhook_id = ${open!.webhookId}`),
    ];
    expect((await list({ endedFrom }, null)).ids).toEqual(all.map(({ id }) => id));
    const some = await list({ endedFrom, webhook: [open!.webhookId] }, null);
    expect(some.ids).toEqual(few.map(({ id }) => id));
  });

  test("of a cause reads no day without failures", async () => {
    const calm = await filled();
    await calm.sql`update deliveries set cause = null`;
    await calm.sql`vacuum analyze`;
    const calmDb = connectDatabase(calm.url, 1);
    onTestFinished(async () => {
      await calmDb.$client.end();
      calm.close();
    });
    const asked = { filter: { cause: ["timeout" as const] }, accountId: null };
    const { rows, found } = await readsOfList(calm, calmDb, asked);
    expect(found).toBe(0);
    expect(rows).toBeLessThan(size / 10);
  });
});

type Asked = { filter: Filter; accountId: string | null; limit?: number | undefined };

/** Lists a page of deliveries, as an operator or for one account. */
async function readsOfList(
  log: Filled,
  db: ReturnType<typeof connectDatabase>,
  { filter, accountId, limit = 50 }: Asked,
) {
  const actor = { kind: "anonymous" } as const;
  const rest = { queue: transactionalEventQueue(db), actor, scopes: [], requestId: "test" };
  const ctx: Context = { db, accountId, ...rest };
  let ids: string[] = [];
  const reads = await log.reads(async () => {
    const { deliveries } = await listDeliveries(ctx, { limit, ...filter });
    ids = deliveries.map(({ id }) => id);
  });
  return { ...reads, ids, found: ids.length };
}

function dayOf({ createdAt }: Row): Date {
  return new Date(createdAt.toISOString().slice(0, 10));
}
