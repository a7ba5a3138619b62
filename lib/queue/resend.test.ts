import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { deliveryState } from "@/tests/delivery-state";
import { makers } from "@/tests/make";
import { cancel } from "./cancel";
import { claim } from "./claim";
import { resend } from "./resend";

const { db, sql } = await freshDatabase();
const make = makers(sql);
const { delivery, queued } = deliveryState(sql);

test("a retry schedule that two resends interrupt continues at its original time", async () => {
  const dueAt = new Date(Date.now() + 3_600_000);
  const { id } = await make.delivery(await make.webhook(), { attempt: 3, dueAt });

  for (const _ of ["first", "second"]) {
    expect(await resend(db, id)).toBeNull();
    expect(await queued(id)).toMatchObject({ trigger: "resend", step: 3, resumeAt: dueAt });
  }
  const { claimed } = await claim(sql, { limit: 9 });
  expect(claimed).toMatchObject([{ deliveryId: id, trigger: "resend", attempt: 4 }]);
});

test("a delivery that a worker holds is not resent", async () => {
  const { id } = await make.delivery(await make.webhook());
  await claim(sql, { limit: 9 });
  const before = await sql`select * from queue where delivery_id = ${id}`;

  expect(await resend(db, id)).toBe("An attempt is in flight; wait for its result.");
  expect(await sql`select * from queue where delivery_id = ${id}`).toEqual(before);
});

test("a cancelled delivery waits again, and the failures it had stay counted as retries", async () => {
  const { id } = await make.delivery(await make.webhook(), { attempt: 1 });
  await sql`update deliveries set cause = 'http_5xx', status_code = 500 where id = ${id}`;
  expect(await cancel(db, id)).toBe(true);

  expect(await resend(db, id)).toBeNull();

  expect(await delivery(id)).toMatchObject({ status: "pending", finished: false });
  expect(await sql`select from tally_entries`).toHaveLength(0);
});

test("a failed test that is resent changes no counter: no test was counted", async () => {
  const { id } = await make.delivery(await make.webhook(), { trigger: "test", status: "failed" });
  await sql`delete from queue where delivery_id = ${id}`;
  await sql`
    update deliveries set cause = 'http_5xx', status_code = 500, finished_at = now() where id = ${id}`;

  expect(await resend(db, id)).toBeNull();

  expect(await delivery(id)).toMatchObject({ status: "pending", finished: false });
  expect(await sql`select from tally_entries`).toHaveLength(0);
});
