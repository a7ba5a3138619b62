import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { connectEngine, connectGroupInserts } from "@/db/client";
import { type LaneNumber, noCapacity } from "@/lib/queue/capacity";
import { claim } from "@/lib/queue/claim";
import { completeDeliveries } from "@/lib/queue/complete";
import { enqueue, prepared } from "@/lib/queue/enqueue";
import { sentResult, unsentResult } from "@/lib/queue/result";
import type { RetryDecision } from "@/lib/queue/retry-decision";
import { enqueueSmall } from "@/lib/queue/small-enqueue";
import { success as answer } from "./attempt-results";
import { type Filled, filled, withStatistics } from "./plans/filled";

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
  afterAll(() => log.close());

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
      inFlight: [{ webhookId: one!.id, leased: 3, inLane: 2, remaining: 9, responds: true }],
      accounts: [{ accountId: two!.accountId, inLane: 4, newTargets: 1, waiting: 2 }],
      cursors: { [three!.accountId]: three!.id },
    };
  }

  test.each<[LaneNumber, string, number]>([
    [0, "queue_normal", 500],
    [1, "queue_slow", 800],
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
      const delivered = rows
        .splice(0, 20)
        .map((claimed) => sentResult(claimed, answer, { kind: "delivered" }));
      const results = rows.map((claimed, n) => {
        const decision = decisions[n % 6];
        return decision ? sentResult(claimed, answer, decision) : unsentResult(claimed);
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

  // The first partition is the one of the day.
  test.each(decisions)("complete opens two of five partitions: $kind", async (decision) => {
    const reads = await engine(async (sql) => {
      const [claimed] = (await claim(sql, { limit: 1 })).claimed;
      return log.reads(() => completeDeliveries(sql, [sentResult(claimed!, answer, decision)]));
    });
    expect(reads.partitions.deliveries).toBe(2);
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
