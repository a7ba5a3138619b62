import { expect, test } from "vitest";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { slotsOf } from "./slots";
import { speedOf } from "./speed";

const { sql, db } = await freshDatabase();
const make = makers(sql);
/** Durations of the classes 25, 74, 90 and 98, in milliseconds. */
const [fast, slow, slower, slowest] = [10, 1156, 5313, 11_388];

// The first five have a lower mean than the next thirty, but more than a twentieth of their attempts are slower. The last one is far
// slower than all others, so that its percentile is no bound for them.
test("the slowest webhooks are those of the longest percentiles, not of the longest means", async () => {
  const accountId = await make.account();
  await make.webhooks(accountId, 60);
  await sql`
    insert into tally_times (grain, at, account_id, webhook_id, took, n)
    select 30, date_bin('30 minutes', now(), 'epoch'), account_id, id, took, n
    from (select *, row_number() over (order by id) as place from webhooks) w
      cross join lateral (values
        (25, case when place <= 5 then 93 when place <= 35 then 1 when place < 60 then 100 else 0 end),
        (74, case when place <= 5 then 0 when place <= 35 then 98 else 0 end),
        (90, case when place <= 5 then 7 else 0 end),
        (98, case when place <= 5 then 0 when place <= 35 then 1 when place < 60 then 0 else 100 end)
      ) counted(took, n)
    where n > 0`;
  const ids = await sql<{ id: string }[]>`select id from webhooks order by id`;

  const slots = slotsOf({ since: "24h" }, Date.now());
  const speed = await speedOf(machineContext(db), slots, { accountId });
  expect(speed).toMatchObject({ p50: slow, p95: slow });
  expect(speed.slowest).toEqual([
    expect.objectContaining({ webhookId: ids[59]!.id, p50: slowest, p95: slowest }),
    ...ids
      .slice(0, 4)
      .map(({ id }) => expect.objectContaining({ webhookId: id, p50: fast, p95: slower })),
  ]);
  // Fewer than five give no bound.
  const few = await speedOf(machineContext(db), slots, { accountId, webhooks: [ids[0]!.id] });
  expect(few.slowest).toEqual(speed.slowest.slice(1, 2));
});
