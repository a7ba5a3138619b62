import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectDatabase } from "@/db/client";
import { listEvents } from "@/lib/events/operations";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { type Filled, withStatistics } from "./plans/filled";

// Plans may differ on another server.
describe.skipIf(process.env.TEST_DATABASE_URL)("a list of events", () => {
  let log: Filled;
  let db: ReturnType<typeof connectDatabase>;
  beforeAll(async () => {
    log = await withStatistics();
    db = connectDatabase(log.url, 1);
  });
  afterAll(async () => {
    await db.$client.end();
    log.close();
  });

  test.each([
    ["of all accounts", false, 110],
    // The planner may read all accounts by time, of which there are three.
    ["of one account", true, 220],
  ])("%s reads the deliveries of each event once", async (_, isOwn, most) => {
    const [account] = await log.sql`select id from accounts order by id desc limit 1`;
    const ctx = {
      db,
      accountId: isOwn ? account?.id : null,
      queue: transactionalEventQueue(db),
      actor: { kind: "anonymous" } as const,
      scopes: [],
      requestId: "test",
    };
    let found = 0;
    const { paths, rows, sorted } = await log.reads(async () => {
      found = (await listEvents(ctx, { limit: 50 })).events.length;
    });
    expect(found).toBe(50);
    expect(paths.deliveries).toEqual(["deliveries_event"]);
    // An event of the filled log has one delivery, and the first event of the next page is read as well.
    expect(rows).toBeLessThan(most);
    expect(sorted).toBe(0);
  });
});
