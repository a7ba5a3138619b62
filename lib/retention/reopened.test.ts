import { expect, test } from "vitest";
import { claim } from "@/lib/queue/claim";
import { resend } from "@/lib/queue/resend";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { runRetention } from "./run-retention";

const { db, sql, url } = await freshDatabase();
const make = makers(sql);

// Ids of no day that has a partition.
test.each([
  ["failed", "f47ac10b-58cc-4372-a567-0e02b2c3d479"],
  ["delivered", "f47ac10b-58cc-4372-a567-0e02b2c3d480"],
] as const)(
  "a %s delivery that is resent while retention deletes it stays, and is sent",
  async (status, id) => {
    await make.delivery(await make.webhook(), { id, status });
    await sql`delete from queue`;
    await sql`update deliveries set created_at = now() - interval '40 days', event_id = id where id = ${id}`;
    await sql`update events set created_at = now() - interval '40 days', id = ${id} where subject = ${id}`;
    await runRetention(url, 90);
    const run = await db.transaction(async (tx) => {
      expect(await resend(tx, id)).toBe(null);
      const retention = runRetention(url, 30);
      await eventually(async () => expect(await countWaiting(sql)).toBe(1));
      return { retention };
    });
    expect(await run.retention).toBe(true);
    const { claimed } = await claim(sql, { limit: 1 });
    expect(claimed).toMatchObject([{ deliveryId: id }]);
  },
);
