import { expect, test } from "vitest";
import { failure, success } from "@/tests/attempt-results";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { claim } from "./claim";
import { completeDeliveries, release } from "./complete";
import type { LeasedDelivery } from "./leased-delivery";
import { type Result, sentResult, unsentResult } from "./result";
import { decideRetry } from "./retry-decision";

const { sql } = await freshDatabase();
const make = makers(sql);

test("a lease given back unsent is due now, its attempt not counted", async () => {
  const { id } = await make.delivery(await make.webhook(), { attempt: 2 });
  const resent = await make.delivery(await make.webhook(), { trigger: "resend", attempt: 2 });
  const replayed = await make.delivery(await make.webhook(), { trigger: "replay", attempt: 4 });
  const { claimed } = await claim(sql, { limit: 9 });

  await release(sql, claimed);

  const again = await claim(sql, { limit: 9 });
  // A resend is outside the schedule.
  expect(again.claimed.toSorted((one, other) => other.step - one.step)).toMatchObject([
    { deliveryId: replayed.id, attempt: 5, step: 5 },
    { deliveryId: id, attempt: 3, step: 3 },
    { deliveryId: resent.id, attempt: 3, step: 2 },
  ]);
  expect(await sql`select 1 from attempts where delivery_id = ${id}`).toHaveLength(0);
});

test("a lease given back can be claimed in the same moment", async () => {
  await make.delivery(await make.webhook());
  const transaction = await sql.reserve();
  for (let n = 0; n < 20; n++) {
    // Time stands still in a transaction.
    await transaction`begin`;
    const { claimed } = await claim(transaction, { limit: 9 });
    expect(claimed).toHaveLength(1);
    await release(transaction, claimed);
    expect((await claim(transaction, { limit: 9 })).claimed).toHaveLength(1);
    await transaction`rollback`;
  }
  transaction.release();
  await claim(sql, { limit: 9 });
});

test("a copy of a lease that was given back changes nothing", async () => {
  const { id } = await make.delivery(await make.webhook());
  const { claimed: copy } = await claim(sql, { limit: 9 });
  await release(sql, copy);
  const { claimed } = await claim(sql, { limit: 9 });
  expect(claimed, "the same attempt again").toMatchObject([{ attempt: copy[0]?.attempt }]);

  const [stale] = copy;
  for (const result of eachResult(stale!)) expect(await completeDeliveries(sql, [result])).toBe(0);

  const [row] = await sql`select leased, attempt from queue where delivery_id = ${id}`;
  expect(row).toEqual({ leased: true, attempt: 1 });
  expect(await completeDeliveries(sql, claimed.map(unsentResult))).toBe(1);
  await claim(sql, { limit: 9 });
});

test("a result that is written again, as after a lost confirmation, changes nothing", async () => {
  const { id } = await make.delivery(await make.webhook());
  const { claimed } = await claim(sql, { limit: 9 });
  const [sent] = claimed;
  const retry = { kind: "retry", delayMs: 3_600_000 } as const;
  await completeDeliveries(sql, [sentResult(sent!, failure, retry)]);
  const row = () => sql`select * from queue where delivery_id = ${id}`;
  const before = await row();

  for (const result of eachResult(sent!)) expect(await completeDeliveries(sql, [result])).toBe(0);

  expect(await row()).toEqual(before);
  expect(await sql`select status, attempts from deliveries where id = ${id}`).toEqual([
    { status: "pending", attempts: 1 },
  ]);
});

test("a lease that another worker has taken over is not given back", async () => {
  const { id } = await make.delivery(await make.webhook());
  const { claimed: stale } = await claim(sql, { limit: 9 });
  await sql`update queue set due_at = now() - interval '1 second' where delivery_id = ${id}`;
  await claim(sql, { limit: 9 });

  await release(sql, stale);

  const [row] = await sql`select leased, attempt from queue where delivery_id = ${id}`;
  expect(row).toEqual({ leased: true, attempt: 2 });
});

test("the probe of a circuit that was not sent can be sent at once, and no other", async () => {
  const [hook, other] = [await make.webhook(), await make.webhook()];
  for (const one of [hook, other]) {
    await make.delivery(one);
    await sql`update queue set lane = 1 where webhook_id = ${one.id}`;
    await sql`
      insert into receivers (webhook_id, open_until, cooldown_seconds)
      values (${one.id}, now() - interval '1 second', 60)`;
  }
  const { claimed } = await claim(sql, { lane: 1, limit: 9 });
  const [probe] = claimed.filter(({ webhookId }) => webhookId === hook.id);

  expect(await release(sql, [probe!])).toBe(1);

  expect((await claim(sql, { lane: 1, limit: 9 })).claimed).toMatchObject([
    { webhookId: hook.id, phase: "probing", cooldownSeconds: 60, attempt: 1 },
  ]);
});

test("a retry given back changes no circuit that opened since its claim", async () => {
  const hook = await make.webhook();
  await make.delivery(hook);
  const { claimed } = await claim(sql, { limit: 9 });
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds)
    values (${hook.id}, now() + interval '30 seconds', 30)`;

  await release(sql, claimed);

  const [circuit] = await sql`
    select open_until > now() as is_open from receivers where webhook_id = ${hook.id}`;
  expect(circuit).toEqual({ isOpen: true });
});

/** Returns a success, a failure and an unsent request of a claim. */
function eachResult(claimed: LeasedDelivery): Result[] {
  const sent = [success, failure].map((outcome) =>
    sentResult(claimed, outcome, decideRetry(outcome, claimed)),
  );
  return [...sent, unsentResult(claimed)];
}
