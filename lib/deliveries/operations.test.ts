import { expect, test } from "vitest";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { readDelivery } from "./operations";

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
