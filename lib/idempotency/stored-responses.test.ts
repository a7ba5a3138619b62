import { expect, test } from "vitest";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually, eventuallyOrDone } from "@/tests/eventually";
import { storeResponses } from "./stored-responses";

const { db, sql } = await freshDatabase();
const scope = "an account";
const keep = (...keys: string[]) =>
  db.transaction((tx) =>
    storeResponses(
      tx,
      scope,
      keys.map((key) => ({ key, fingerprint: ["new"], status: 202, answer: "{}" })),
    ),
  );

test("two requests that reuse keys of the day before do not wait for each other", async () => {
  // Older keys are deleted first: a request deletes the oldest 20, and one for each key that it stores.
  await sql`
    insert into idempotency_keys (scope, key, fingerprint, status, created_at)
    select ${scope}, case n when 1 then 'one' when 24 then 'other' else n::text end, 'old', 202,
      now() - interval '2 days' + n * interval '1 minute'
    from generate_series(1, 60) n`;
  const running = await sql.reserve();
  await running`begin`;
  await running`insert into idempotency_keys (scope, key, fingerprint, status) values (${scope}, 'held', '', 202)`;
  const first = keep("held", "other");
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  const second = keep("one");
  await eventuallyOrDone(second, async () => expect(await countWaiting(sql)).toBe(2));
  await running`commit`;
  running.release();
  await Promise.all([first, second]);
  expect(
    await sql`
      select key from idempotency_keys where fingerprint = 'new' order by key`,
  ).toEqual([{ key: "held" }, { key: "one" }, { key: "other" }]);
  expect(await sql`select from idempotency_keys`).toHaveLength(3 + 58 - 22 - 21);
});

test("a request does not wait for an old key that another one is about to reuse", async () => {
  await sql`
    insert into idempotency_keys (scope, key, fingerprint, status, created_at)
    values (${scope}, 'reused', 'old', 202, now() - interval '9 days')`;
  const reusing = await sql.reserve();
  await reusing`begin`;
  await reusing`select from idempotency_keys where key = 'reused' for update`;
  const another = { key: "another", fingerprint: ["new"] as const, status: 202, answer: "{}" };
  await db.transaction(async (tx) => {
    await tx.execute("set local lock_timeout = '1s'");
    await storeResponses(tx, scope, [another]);
  });
  await reusing`rollback`;
  reusing.release();
});
