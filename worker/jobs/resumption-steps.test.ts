import { afterEach, beforeEach, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { runResumptions } from "./resumptions";

const { sql, db } = await freshDatabase();
const make = makers(sql);

let stopping: AbortController;
let running: Promise<void>;
/** Times at which deliveries became due, in ms of a clock that never steps. */
let freedAt: number[];
beforeEach(async () => {
  await sql`truncate accounts, queue cascade`;
  stopping = new AbortController();
  freedAt = [];
});
afterEach(async () => {
  stopping.abort();
  await running;
});

test("while the backlog is deep, half a second passes between two steps, and none is left out", async () => {
  await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, due_at)
    select new_id(), new_id(), new_id(), new_id(), 'event', '-infinity' from generate_series(1, 10000)`;
  const accountId = await make.account();
  // A step takes one webhook of an account.
  for (let n = 0; n < 3; n++) await resumed(accountId);
  start();
  await eventually(() => expect(freedAt).toHaveLength(3));
  const [first = 0, second = 0, third = 0] = freedAt;
  expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(500);
});

test("workers are woken only by a step that makes deliveries due", async () => {
  const accountId = await make.account();
  const paused = await resumed(accountId);
  await sql`update webhooks set paused_at = now(), pause_reason = 'person' where id = ${paused}`;
  await resumed(accountId);
  start();
  await eventually(async () => expect(await sql`select from resumptions`).toHaveLength(0));
  stopping.abort();
  await running;
  expect(freedAt).toHaveLength(1);
  expect(await sql`select webhook_id from queue where due_at = 'infinity'`).toEqual([
    { webhookId: paused },
  ]);
});

/** Creates a webhook with a parked delivery that has been resumed, after those before. Returns its id. */
async function resumed(accountId: string): Promise<string> {
  const webhook = await make.webhook({ accountId });
  await make.delivery(webhook, { dueAt: "infinity" });
  await sql`insert into resumptions (webhook_id, created_at) values (${webhook.id}, clock_timestamp())`;
  return webhook.id;
}

function start(): void {
  const freed = () => void freedAt.push(performance.now());
  running = runResumptions(db, { freed, listen: () => {} }, stopping.signal);
}
