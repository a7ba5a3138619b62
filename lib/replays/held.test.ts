import { expect, test } from "vitest";
import { newId } from "@/lib/new-id";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { heldOf } from "./held";

const { db, sql } = await freshDatabase();
const make = makers(sql);
const ctx = machineContext(db);

test("counts the deliveries of a replay by what holds them, each once", async () => {
  const accountId = await make.account();
  const [running, paused, open, both] = [
    await make.webhook({ accountId }),
    await make.webhook({ accountId, paused: true }),
    await make.webhook({ accountId }),
    await make.webhook({ accountId, paused: true }),
  ];
  for (const { id } of [open, both])
    await sql`
      insert into receivers (webhook_id, open_until, cooldown_seconds)
      values (${id}, now() + interval '1 minute', 60)`;
  const id = await replayOf(accountId);
  const later = new Date(Date.now() + 3_600_000);
  const queue = async (hook: typeof running, dueAt?: Date | "infinity") => {
    const delivery = await make.delivery(hook, dueAt ? { dueAt } : {});
    await sql`update queue set replay_id = ${id} where delivery_id = ${delivery.id}`;
    return delivery.id;
  };
  await queue(running);
  expect(await heldOf(ctx, id)).toBeNull();

  await make.delivery(paused, { dueAt: "infinity" });
  const leased = await queue(running, later);
  await sql`update queue set leased = true where delivery_id = ${leased}`;
  expect(await heldOf(ctx, id)).toBeNull();

  await queue(running, later);
  for (const hook of [open, open]) await queue(hook, later);
  for (const hook of [paused, paused, both]) await queue(hook, "infinity");
  const held = { paused: 3, circuitOpen: 2, retrying: 1 };
  expect(await heldOf(ctx, id)).toEqual(held);
  expect(await heldOf({ ...ctx, accountId }, id)).toEqual(held);
  expect(await heldOf({ ...ctx, accountId: await make.account() }, id)).toBeNull();
});

async function replayOf(accountId: string): Promise<string> {
  const id = newId();
  await sql`
    insert into replays (id, account_id, choice, fingerprint, rate_per_second)
    values (${id}, ${accountId}, '{}', ${id}, 1)`;
  return id;
}
