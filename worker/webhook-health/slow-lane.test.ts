import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { SlowLane } from "./slow-lane";

const { sql } = await freshDatabase();
const make = makers(sql);

type Answer = Parameters<SlowLane["note"]>[1];
const fast: Answer = { cause: null, durationMs: 999, requestHeaders: [] };
const late: Answer = { ...fast, durationMs: 1000 };
const unsent: Answer = { ...fast, cause: "connect", requestHeaders: null };
const timeout: Answer = { ...fast, cause: "timeout", durationMs: 15_000 };

const inAnHour = new Date(Date.now() + 3_600_000);

let hook: Awaited<ReturnType<typeof make.webhook>>;
let lane: SlowLane;
beforeEach(async () => {
  hook = await make.webhook();
  lane = new SlowLane(sql);
});

test("a missed deadline moves what is due to lane 1, except tests, resends and what a worker holds", async () => {
  const due = [];
  for (const trigger of ["event", "replay", "test", "resend"] as const)
    due.push(await make.delivery(hook, { trigger }));
  const leased = await make.delivery(hook);
  await sql`update queue set leased = true where delivery_id = ${leased.id}`;
  const [retry, later] = [
    await make.delivery(hook),
    await make.delivery(hook, { dueAt: inAnHour }),
  ];
  await sql`update queue set lane = 2 where delivery_id in (${retry.id}, ${later.id})`;

  expect(note(timeout, { slow: false })).toBe(true);

  expect(await isSlow()).toBe(true);
  const rows = await sql`select delivery_id, lane from queue where webhook_id = ${hook.id}`;
  const lanes = new Map(rows.map((row) => [row.deliveryId, row.lane]));
  const all = [...due, leased, retry, later];
  expect(all.map(({ id }) => lanes.get(id))).toEqual([1, 1, 0, 0, 0, 1, 2]);
});

test("claims can tell which webhooks are being moved, and no longer", async () => {
  lane.move([hook.id]);
  expect(lane.moving).toEqual([hook.id]);
  await lane.idle();
  expect(lane.moving).toEqual([]);
});

test("of a slow webhook, a further missed deadline changes nothing, nor does a failure of a fast one", async () => {
  const slowSince = new Date("2026-11-01T12:00:00Z");
  await sql`insert into receivers (webhook_id, slow_since) values (${hook.id}, ${slowSince})`;
  expect(note(timeout)).toBe(false);
  // Claimed before it was slow.
  expect(note(timeout, { slow: false })).toBe(true);
  expect(await isSlow()).toBe(true);
  expect(await sql`select slow_since from receivers where webhook_id = ${hook.id}`).toEqual([
    { slowSince },
  ]);

  hook = await make.webhook();
  expect(note({ ...late, cause: "http_5xx" }, { slow: false })).toBe(false);
  expect(await isSlow()).toBe(false);
});

test("a webhook that is fast again can become slow again, and stays so when another one is fast", async () => {
  note(timeout, { slow: false });
  expect(await isSlow()).toBe(true);
  for (let n = 0; n < 5; n++) note(fast);
  expect(await isSlow()).toBe(false);
  note(timeout, { slow: false });
  expect(await isSlow()).toBe(true);

  const [first, other] = [hook, await make.webhook()];
  hook = other;
  for (let n = 0; n < 5; n++) note(fast);
  hook = first;
  expect(await isSlow()).toBe(true);
});

test("responses before a webhook was slow do not end the mark that another worker made", async () => {
  await sql`insert into receivers (webhook_id, slow_since) values (${hook.id}, now())`;
  for (let n = 0; n < 4; n++) note(fast, { slow: false });
  note(fast);
  expect(await isSlow()).toBe(true);
});

test("a missed deadline of a former URL does not make a webhook slow", async () => {
  await sql`update webhooks set callback_url = 'https://moved.example/' where id = ${hook.id}`;
  note(timeout, { slow: false });
  expect(await isSlow()).toBe(false);
});

test("fast responses of a former URL do not end the mark of the new one", async () => {
  await sql`insert into receivers (webhook_id, slow_since) values (${hook.id}, now())`;
  await sql`update webhooks set callback_url = 'https://moved.example/' where id = ${hook.id}`;
  for (let n = 0; n < 5; n++) note(fast);
  expect(await isSlow()).toBe(true);
});

test("five responses in a row within a second end it, and no four", async () => {
  await sql`insert into receivers (webhook_id, slow_since) values (${hook.id}, now())`;
  const lostConnection: Answer = { ...timeout, durationMs: 10 };
  for (const interruption of [late, unsent, timeout, lostConnection]) {
    for (let n = 0; n < 4; n++) note(fast);
    note(interruption);
  }
  for (let n = 0; n < 4; n++) note(fast);
  expect(await isSlow()).toBe(true);

  note(fast);
  expect(await isSlow()).toBe(false);
});

function note(answer: Answer, { slow } = { slow: true }): boolean {
  return lane.note({ webhookId: hook.id, callbackUrl: hook.callbackUrl, slow }, answer);
}

/** Returns whether the database marks the webhook as slow when all changes are written. */
async function isSlow(): Promise<boolean> {
  await lane.idle();
  const marked = await sql`
    select from receivers where webhook_id = ${hook.id} and slow_since is not null`;
  return marked.length > 0;
}
