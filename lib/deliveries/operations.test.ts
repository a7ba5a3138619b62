import { expect, test } from "vitest";
import { machineContext } from "@/tests/context";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { listDeliveries, readDelivery } from "./operations";

const { db, sql } = await freshDatabase();
const make = makers(sql);

test("a delivery is read without the requests and responses of its attempts, however many these are", async () => {
  const { id } = await make.delivery(await make.webhook());
  await sql`
    insert into attempts (delivery_id, number, trigger, started_at, duration_ms, status_code, error)
    values (${id}, 1, 'event', now(), 20, 500, 'It answered 500.')`;
  // Each attempt may have a response of 16 KiB.
  await sql`
    alter table attempts
      drop column request_headers, drop column response_headers, drop column response_body`;
  const { attemptLog } = await readDelivery(machineContext(db), id);
  expect(attemptLog).toEqual([
    expect.objectContaining({ number: 1, statusCode: 500, error: "It answered 500." }),
  ]);
});

test("a page of the log skips nothing if retention deletes rows of it meanwhile", async () => {
  const receiver = await make.webhook();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await make.delivery(receiver)).id);
  const [oldest, expired, newest] = ids;
  // In steps of a second, so that the order of the list does not depend on the speed of the machine.
  for (const [n, id] of ids.entries())
    await sql`
      update deliveries set status = 'failed', created_at = now() - ${3 - n} * interval '1 second'
      where id = ${id}`;
  const filter = { status: ["failed" as const], webhook: [receiver.id], limit: 1 };

  // The page is chosen by ids, then its rows are looked up with their queue: this lock lets the second part wait.
  const transaction = await sql.reserve();
  await transaction`begin`;
  await transaction`lock table queue in access exclusive mode`;
  const listing = listDeliveries(machineContext(db), filter);
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  await transaction`delete from deliveries where id = ${expired!}`;
  await transaction`commit`;
  transaction.release();

  const { deliveries, nextCursor } = await listing;
  expect(deliveries).toMatchObject([{ id: newest }]);
  const rest = await listDeliveries(machineContext(db), { ...filter, cursor: nextCursor });
  expect(rest.deliveries).toMatchObject([{ id: oldest }]);
});
