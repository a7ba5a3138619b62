import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectClaims, connectGroupInserts, type Sql } from "@/db/client";
import { newId } from "@/lib/new-id";
import { type Capacity, type LaneNumber, noCapacity } from "@/lib/queue/capacity";
import { claim } from "@/lib/queue/claim";
import { enqueue, prepared } from "@/lib/queue/enqueue";
import { freshDatabase } from "./database";
import { fillLog } from "./plans/fill";
import { type Node, nodesOf, recordPlans } from "./plans/record";

/** A process lists up to a thousand webhooks that it knows: about 70 kB. */
const known = 1000;
/** A sort of a hundred rows without the list takes less, one with the list a hundred times as much. */
const sortKilobytes = 200;

describe.skipIf(process.env.TEST_DATABASE_URL)("the capacity of a process", () => {
  let sql: Sql;
  let relay: Awaited<ReturnType<typeof recordPlans>>;
  let capacity: Capacity;
  beforeAll(async () => {
    const database = await freshDatabase();
    sql = database.sql;
    await fillLog(database.url, sql, 5000);
    relay = await recordPlans(database.url);
    const [{ id: accountId } = { id: "" }] = await sql`select id from accounts`;
    const inFlight = Array.from({ length: known }, () => {
      const state = { leased: 1, inLane: 1, remaining: 9, responds: true };
      return { webhookId: newId(), accountId, ...state };
    });
    capacity = { ...noCapacity, limit: 100, slots: 100, memoryLeft: 400, inFlight };
  });
  afterAll(() => relay.close());

  test.each<LaneNumber>([0, 1, 2])(
    "is parsed once by a claim of lane %i, and not copied for each row",
    async (lane) => {
      const engine = connectClaims(relay.url, 1, 30_000);
      const plans = await relay.of(async () => {
        const { examined } = await claim(engine, { ...capacity, lane });
        expect(examined).toBeGreaterThan(50);
      });
      await engine.end();
      expect(shapeOf(plans)).toEqual({ parsed: 1, largeSorts: [] });
    },
  );

  test("is parsed once when events are stored, and not copied for each delivery", async () => {
    const [webhook] = await sql`select account_id from webhooks limit 1`;
    const name = "VIDEO_GENERATION_SUCCESS" as const;
    const event = { accountId: webhook?.accountId, event: name, data: "{}", subject: "video" };
    const inserts = connectGroupInserts(relay.url, 1, 30_000);
    const plans = await relay.of(() => enqueue(prepared(inserts), [event, event], capacity));
    await inserts.end();
    expect(shapeOf(plans)).toEqual({ parsed: 1, largeSorts: [] });
  });
});

/** `offset 0` keeps the parsed text in a node of its own, and the rows narrow before they are sorted. */
function shapeOf(plans: Node[]) {
  const nodes = plans.flatMap(nodesOf);
  const kilobytes = nodes.map((node) => node["Sort Space Used"] ?? 0);
  return {
    parsed: nodes.filter((node) => node.Alias === "source").length,
    largeSorts: kilobytes.filter((size) => size > sortKilobytes),
  };
}
