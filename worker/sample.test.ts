import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleAccount } from "@/lib/accounts/sample-account";
import { resend } from "@/lib/queue/resend";
import { fillSample } from "@/lib/sample/fill";
import { usual } from "@/lib/sample/volume";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "./start-worker";

const { sql, db, url } = await freshDatabase();
const make = makers(sql);
const settings = {
  WORKER_CONCURRENCY: 16,
  ...toLoopback,
};

let receiver: Receiver;
let worker: ReturnType<typeof startWorker>;
beforeAll(async () => {
  receiver = await startReceiver();
  await fillSample(url, { ...usual, days: 5, events: 500 });
  // Makes everything due.
  await sql`update queue set due_at = now() - interval '1 hour' where due_at < 'infinity'`;
  worker = startWorker(url, settings);
});
afterAll(async () => {
  await worker.stop();
  await receiver.close();
});

const log = () => sql`
  select (select count(*)::int from attempts) as attempts,
    (select json_agg(q order by delivery_id) from queue q) as queue`;

test("sample deliveries are never sent, though they are due and a worker claims", async () => {
  const before = await log();
  const { id } = await make.delivery(await make.webhook({ callbackUrl: receiver.url }));
  await receiver.waitFor(1);
  await eventually(async () =>
    expect(await sql`select status from deliveries where id = ${id}`).toEqual([
      { status: "delivered" },
    ]),
  );
  const [was] = before;
  const [is] = await log();
  expect(is?.queue).toEqual(was?.queue);
  expect(is?.attempts).toBe(was?.attempts + 1);
});

test("resending a sample delivery reports that no request was sent", async () => {
  const [given] = await sql<{ id: string; attempts: number }[]>`
    select id, attempts from deliveries where account_id = ${sampleAccount.id} and status = 'delivered' limit 1`;
  await resend(db, given!.id);
  const seen = () => sql`
    select cause, error, url, request_headers from attempts
    where delivery_id = ${given!.id} and number = ${given!.attempts + 1}`;
  await eventually(async () => expect(await seen()).toHaveLength(1));
  expect(await seen()).toEqual([
    {
      cause: "blocked",
      error: expect.stringContaining("belongs to the sample data"),
      url: null,
      requestHeaders: null,
    },
  ]);
});
