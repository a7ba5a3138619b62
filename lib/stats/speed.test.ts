import { expect, test } from "vitest";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { slotsOf } from "./slots";
import { speedOf } from "./speed";

const { sql, db } = await freshDatabase();
const make = makers(sql);
/** Durations of the classes 25, 74 and 98, in milliseconds. */
const [fast, slow, slowest] = [10, 1156, 11_388];

// The first five have the lower mean of those with slow attempts, but the only ones with slow attempts beyond a twentieth.
test("the slowest webhooks are those of the longest percentiles, not of the longest means", async () => {
  const accountId = await make.account();
  await make.webhooks(accountId, 60);
  await sql`
    insert into tally_times (grain, at, account_id, webhook_id, took, n)
    select 30, date_bin('30 minutes', now(), 'epoch'), account_id, id, took, n
    from (select *, row_number() over (order by id) as place from webhooks) w
      cross join lateral (values
        (25, case when place <= 5 then 93 when place <= 35 then 1 else 100 end),
        (74, case when place <= 5 then 0 when place <= 35 then 98 else 0 end),
        (98, case when place <= 5 then 7 when place <= 35 then 1 else 0 end)
      ) counted(took, n)
    where n > 0`;
  const ids = await sql<{ id: string }[]>`select id from webhooks order by id limit 5`;

  const slots = slotsOf({ since: "24h" }, Date.now());
  const speed = await speedOf(machineContext(db), slots, { accountId });
  expect(speed).toMatchObject({ p50: slow, p95: slow });
  expect(speed.slowest).toEqual(
    ids.map(({ id }) => expect.objectContaining({ webhookId: id, p50: fast, p95: slowest })),
  );
  // Fewer than five give no bound.
  const few = await speedOf(machineContext(db), slots, { accountId, webhooks: [ids[0]!.id] });
  expect(few.slowest).toEqual(speed.slowest.slice(0, 1));
});
