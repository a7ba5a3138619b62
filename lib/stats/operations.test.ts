import { expect, test } from "vitest";
import { machineContext } from "@/tests/context";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { readStats } from "./operations";

test("counts of one answer are of one moment, also while deliveries end", async () => {
  const { sql, db } = await freshDatabase();
  const { webhook, delivery } = makers(sql);
  await delivery(await webhook());
  const ctx = { ...machineContext(db), accountId: (await sql`select id from accounts`)[0]!.id };
  const lock = await sql.reserve();
  await lock`begin`;
  // It is read between the counts by time and those by event.
  await lock`lock table fan_outs in access exclusive mode`;
  const reading = readStats(ctx, {});
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  await sql`delete from queue`;
  await lock`commit`;
  lock.release();

  const { totals, events } = await reading;
  expect(totals).toMatchObject({ pending: 1, total: 1 });
  expect(events).toMatchObject([{ event: "VIDEO_GENERATION_SUCCESS", pending: 1 }]);
  expect((await readStats(ctx, {})).totals).toMatchObject({ pending: 0, total: 0 });
});
