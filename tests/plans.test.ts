import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { connectDatabase, connectEngine, connectGroupInserts, type Sql } from "@/db/client";
import type { Context } from "@/lib/context";
import { listDeliveries } from "@/lib/deliveries/operations";
import { page } from "@/lib/protocol/paging";
import { type LaneNumber, noCapacity } from "@/lib/queue/capacity";
import { claim } from "@/lib/queue/claim";
import { completeDeliveries, type Result } from "@/lib/queue/complete";
import { enqueue, prepared } from "@/lib/queue/enqueue";
import type { RetryDecision } from "@/lib/queue/retry-decision";
import { enqueueSmall } from "@/lib/queue/small-enqueue";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { success as answer } from "./attempt-results";
import { freshDatabase } from "./database";
import { fillLog } from "./plans/fill";
import { type Reads, readsIn } from "./plans/reads";
import { recordPlans } from "./plans/record";

const size = 30_000;

type Filter = Omit<Parameters<typeof listDeliveries>[1], "limit">;
type Row = { id: string; eventId: string; webhookId: string; accountId: string; createdAt: Date };

type Filled = {
  url: string;
  sql: Sql;
  /** Runs `work` and returns what its statements read. */
  reads(work: () => Promise<unknown>): Promise<Reads>;
  close(): void;
};

/** A filled database behind a relay that records plans. Plans and settings may differ on another server. */
async function filled(): Promise<Filled> {
  const { url, sql } = await freshDatabase();
  await fillLog(url, sql, size);
  const { of, ...relay } = await recordPlans(url);
  const sum = await readsIn(sql);
  const log = { ...relay, sql, reads: async (work: () => Promise<unknown>) => sum(await of(work)) };
  opened.push(log);
  return log;
}

const opened: Filled[] = [];
afterAll(() => {
  for (const log of opened) log.close();
});

/** Filled once, and analysed. */
let analyzed: Promise<Filled> | undefined;
function withStatistics(): Promise<Filled> {
  analyzed ??= filled().then(async (log) => {
    await log.sql`vacuum analyze`;
    return log;
  });
  return analyzed;
}

const decisions: RetryDecision[] = [
  { kind: "delivered" },
  { kind: "retry", delayMs: 1000 },
  { kind: "failed" },
  { kind: "gone" },
  { kind: "returned", delayMs: 0 },
];

// The plans of the engine must not depend on statistics: those of today's partition say "empty" until it is analysed.
describe.skipIf(process.env.TEST_DATABASE_URL).each([
  ["without statistics", filled],
  ["after analyze", withStatistics],
])("%s", (_, open) => {
  let log: Filled;
  beforeAll(async () => {
    log = await open();
  });

  /** Opens one connection of the engine for `work`. */
  async function engine<T>(work: (sql: ReturnType<typeof connectEngine>) => Promise<T>) {
    const sql = connectEngine(log.url, 1);
    return work(sql).finally(() => sql.end());
  }

  /** A process that holds rows of some webhooks and accounts, and continues in the middle of one account. */
  async function capacity() {
    const [one, two, three] = await log.sql`
      select distinct on (account_id) id, account_id from webhooks order by account_id, id`;
    return {
      limit: 50,
      slots: 20,
      inFlight: [{ webhookId: one!.id, held: 3, inLane: 2, remaining: 9, responds: true }],
      accounts: [{ accountId: two!.accountId, inLane: 4, newTargets: 1, waiting: 2 }],
      cursors: { [three!.accountId]: three!.id },
    };
  }

  test.each<[LaneNumber, string, number]>([
    [0, "queue_normal", 500],
    [1, "queue_slow", 2000],
    [2, "queue_retries", 500],
  ])(
    "claim of lane %i reads the queue by %s and everything else by key",
    async (lane, index, rows) => {
      const options = { lane, ...(await capacity()) };
      const reads = await engine((sql) => log.reads(() => claim(sql, options)));
      expect(reads.paths).toEqual({
        queue: ["queue_pkey", index].sort(),
        deliveries: ["deliveries_pkey"],
        events: ["events_pkey"],
        webhooks: ["webhooks_pkey"],
      });
      expect(reads.rows).toBeLessThan(rows);
      expect(reads.sorted).toBeLessThan(rows);
    },
  );

  test("complete and release read by key", async () => {
    const reads = await engine(async (sql) => {
      const { claimed: rows } = await claim(sql, { limit: 60 });
      const sent = { outcome: answer, decision: { kind: "delivered" } as const };
      const delivered = rows.splice(0, 20).map((claimed) => ({ claimed, ...sent }));
      const results = rows.map((claimed, n): Result => {
        const decision = decisions[n % 6];
        return decision ? { claimed, outcome: answer, decision } : { claimed, outcome: null };
      });
      return log.reads(async () => {
        await completeDeliveries(sql, results);
        await completeDeliveries(sql, delivered);
      });
    });
    expect(reads.paths).toEqual({
      queue: ["queue_pkey"],
      deliveries: ["deliveries_pkey"],
      webhooks: ["webhooks_pkey"],
    });
    expect(reads.rows).toBeLessThan(500);
  });

  test.each(decisions.slice(0, 3))("complete opens only the partition: $kind", async (decision) => {
    const reads = await engine(async (sql) => {
      const [claimed] = (await claim(sql, { limit: 1 })).claimed;
      return log.reads(() =>
        completeDeliveries(sql, [{ claimed: claimed!, outcome: answer, decision }]),
      );
    });
    expect(reads.partitions.deliveries).toBe(1);
  });

  test("enqueue reads the subscribed webhooks of an account, and no log", async () => {
    const [webhook] = await log.sql`select id, account_id from webhooks limit 1`;
    const event = { accountId: webhook!.accountId, data: "{}", subject: "video" };
    const name = "VIDEO_GENERATION_SUCCESS" as const;
    const sql = connectGroupInserts(log.url, 1, 2000);
    onTestFinished(() => sql.end());
    const reads = await log.reads(() =>
      enqueue(prepared(sql), [
        { ...event, event: name },
        { ...event, event: name, onlyTo: webhook!.id },
        { ...event, event: name, testOf: webhook!.id },
      ]),
    );
    expect(reads.paths).toEqual({ webhooks: ["webhooks_account", "webhooks_pkey"] });
    expect(reads.rows).toBeLessThan(1000);
    const small = await log.reads(() => enqueueSmall(sql, [{ ...event, event: name }], noCapacity));
    expect(small.paths).toEqual({ webhooks: ["webhooks_account"] });
    expect(small.rows).toBeLessThan(1000);
  });
});

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
  afterAll(() => db.$client.end());

  /** Lists a page of deliveries, as an operator or for one account. */
  async function list(filter: Filter, accountId: string | null, limit = 50) {
    const actor = { kind: "anonymous" } as const;
    const rest = { queue: transactionalEventQueue(db), actor, scopes: [], requestId: "test" };
    const ctx: Context = { db, accountId, ...rest };
    let found = 0;
    const reads = await log.reads(async () => {
      found = (await listDeliveries(ctx, { limit, ...filter })).deliveries.length;
    });
    return { ...reads, found };
  }
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
      ["of a common status", () => ({ status: ["delivered"] })],
      ["of unfinished deliveries", () => ({ status: ["retrying"] })],
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
});

function dayOf({ createdAt }: Row): Date {
  return new Date(createdAt.toISOString().slice(0, 10));
}
