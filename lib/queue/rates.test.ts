import { beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { atOneTime } from "@/tests/delivery-state";
import { makers } from "@/tests/make";
import { claim } from "./claim";

const { sql } = await freshDatabase();
const make = makers(sql);

beforeEach(async () => {
  await sql`truncate queue, rate_limits`;
});

describe("a rate", () => {
  test("is shared by all workers, and unused time does not accumulate", async () => {
    const hook = await make.webhook();
    await sql`update webhooks set rate_per_second = 1 where id = ${hook.id}`;
    for (let n = 0; n < 6; n++) await make.delivery(hook);
    const first = await claim(sql, { limit: 40 });
    expect(first).toMatchObject({ claimed: [], isRated: true });
    await spentUntil("now() - interval '1 hour'");

    const batches = await Promise.all([1, 2, 3].map(() => claim(sql, { lane: 1, limit: 40 })));
    expect(batches.flatMap(({ claimed }) => claimed)).toHaveLength(1);

    await spentUntil("now() + interval '1 minute'");
    expect((await claim(sql, { lane: 1, limit: 40 })).claimed).toEqual([]);
  });

  test("allows a burst of a tenth of a second", async () => {
    const hook = await make.webhook();
    await sql`update webhooks set rate_per_second = 100 where id = ${hook.id}`;
    for (let n = 0; n < 20; n++) await make.delivery(hook);
    await claim(sql, { limit: 40 });
    await spentUntil("now() - interval '1 hour'");

    const known = { webhookId: hook.id, leased: 0, inLane: 0, remaining: null, responds: true };
    const once = { lane: 1 as const, limit: 40, inFlight: [known] };
    const [claimed = [], again] = await atOneTime(sql, async (transaction) => [
      (await claim(transaction, once)).claimed,
      (await claim(transaction, once)).claimed,
    ]);

    expect(claimed).toHaveLength(10);
    expect(again).toEqual([]);
    expect(claimed.every(({ ratePerSecond }) => ratePerSecond === 100)).toBe(true);
    const [left] =
      await sql`select spent_until > now() - interval '1 second' as spent from rate_limits
      where webhook_id = ${hook.id}`;
    expect(left?.spent).toBe(true);
  });

  test("is spent by one claim at a time", async () => {
    const hook = await make.webhook();
    await sql`update webhooks set rate_per_second = 1 where id = ${hook.id}`;
    for (let n = 0; n < 2; n++) await make.delivery(hook);
    await claim(sql, { limit: 40 });
    await spentUntil("now() - interval '1 hour'");

    await sql.begin(async (other) => {
      await other`select from rate_limits where webhook_id = ${hook.id} for update`;
      expect((await claim(sql, { lane: 1, limit: 40 })).claimed).toEqual([]);
    });
    expect((await claim(sql, { lane: 1, limit: 40 })).claimed).toHaveLength(1);
  });

  test("does not hold back tests and resends", async () => {
    const hook = await make.webhook();
    await sql`update webhooks set rate_per_second = 1 where id = ${hook.id}`;
    await make.delivery(hook, { trigger: "test" });

    expect((await claim(sql, { limit: 40 })).claimed).toMatchObject([{ trigger: "test" }]);
  });
});

async function spentUntil(time: string): Promise<void> {
  await sql`update rate_limits set spent_until = ${sql.unsafe(time)}`;
}
