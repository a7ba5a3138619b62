import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { claim } from "./claim";
import { release } from "./complete";

const { sql } = await freshDatabase();
const make = makers(sql);

test("a lease given back unsent is due now, its attempt not counted", async () => {
  const { id } = await make.delivery(await make.webhook(), { attempt: 2 });
  const { claimed } = await claim(sql, { limit: 9 });

  await release(sql, claimed);

  const again = await claim(sql, { limit: 9 });
  expect(again.claimed).toMatchObject([{ deliveryId: id, attempt: 3, step: 3 }]);
  expect(await sql`select 1 from attempts where delivery_id = ${id}`).toHaveLength(0);
});

test("a lease that another worker has taken over is not given back", async () => {
  const { id } = await make.delivery(await make.webhook());
  const { claimed: stale } = await claim(sql, { limit: 9 });
  await sql`update queue set due_at = now() where delivery_id = ${id}`;
  await claim(sql, { limit: 9 });

  await release(sql, stale);

  const [row] = await sql`select leased, attempt from queue where delivery_id = ${id}`;
  expect(row).toEqual({ leased: true, attempt: 2 });
});
