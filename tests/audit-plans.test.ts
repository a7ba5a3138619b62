import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { listAudit } from "@/lib/audit/operations";
import type { Context } from "@/lib/context";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { freshDatabase } from "./database";
import { recordReads } from "./plans/record-reads";

// Plans may differ on another server.
describe.skipIf(process.env.TEST_DATABASE_URL)("the audit log", async () => {
  const { sql, url } = await freshDatabase();
  const target = randomUUID();
  await sql`
    insert into audit_log (id, actor_kind, action, target_id, created_at)
    select new_id(), 'system', 'delivery.resent', case when n = 1 then ${target}::uuid else gen_random_uuid() end,
      now() - n * interval '1 second'
    from generate_series(1, 20000) n`;
  await sql`vacuum analyze audit_log`;
  const { db, readsOf } = await recordReads(sql, url);
  const actor = { kind: "anonymous" } as const;
  const queue = transactionalEventQueue(db);
  const ctx: Context = { db, queue, accountId: null, actor, scopes: [], requestId: "test" };

  test.each([
    ["one entry", target, 1],
    ["none", randomUUID(), 0],
  ])("reads the entries of a target by its index, also if there is %s", async (_, id, count) => {
    let found = 0;
    const { paths, rows } = await readsOf(async () => {
      found = (await listAudit(ctx, { limit: 50, target: id })).entries.length;
    });
    expect(found).toBe(count);
    // A scan that finds nothing has read nothing.
    expect(paths).toEqual(count === 0 ? {} : { audit_log: ["audit_log_target"] });
    expect(rows).toBeLessThan(10);
  });
});
