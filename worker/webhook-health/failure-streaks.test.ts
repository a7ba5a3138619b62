import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Cause, Trigger } from "@/db/enums";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { hearChanges } from "@/tests/hear-changes";
import { makers } from "@/tests/make";
import { FailureStreaks } from "./failure-streaks";
import { LastTriggered } from "./last-triggered";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

let hook: Awaited<ReturnType<typeof make.webhook>>;
/** Called before each statement. */
let before: () => void;
const watched = new Proxy(sql, {
  apply(target, _, values) {
    before();
    return Reflect.apply(target, undefined, values);
  },
});
beforeEach(async () => {
  hook = await make.webhook({ isNew: true });
  before = () => {};
});

test("failures count from the first after the last success, deliveries by their first attempt", async () => {
  await sql`
    insert into receivers (webhook_id, failing_since, failed_at, failures, failed_deliveries)
    values (${hook.id}, now() - interval '9 days', now(), 30, 20)`;
  const streaks = new FailureStreaks(sql);
  note(streaks, "timeout", 1);
  note(streaks, null, 2);
  note(streaks, "timeout", 3);
  note(streaks, "timeout", 4, { step: 2 });
  await streaks.flush();
  expect(await streak()).toEqual([{ failingSince: at(3), failures: 2, failedDeliveries: 1 }]);
});

test("failures of a replay count, those of tests and resends do not", async () => {
  const streaks = new FailureStreaks(sql);
  for (const trigger of ["test", "replay", "resend"] as const)
    note(streaks, "timeout", 1, { trigger });
  await streaks.flush();
  expect(await streak()).toEqual([{ failingSince: at(1), failures: 1, failedDeliveries: 1 }]);
});

test.each(["test", "resend"] as const)("a %s that succeeds ends a streak", async (trigger) => {
  const streaks = new FailureStreaks(sql);
  note(streaks, "timeout", 1);
  note(streaks, null, 2, { trigger });
  note(streaks, "timeout", 3);
  await streaks.flush();
  expect(await streak()).toEqual([{ failingSince: at(3), failures: 1, failedDeliveries: 1 }]);
});

test("pages hear of a webhook that fails, and of one that no longer does", async () => {
  const changes = await hearChanges(url);
  const streaks = new FailureStreaks(sql);
  const notice = { kind: "webhooks", webhook: hook.id, ids: [hook.id] };
  for (const cause of ["timeout", null] as const) {
    changes.notices.splice(0);
    note(streaks, cause, 1);
    await streaks.flush();
    await eventually(() => expect(changes.notices).toContainEqual(notice));
  }
  await changes.stop();
});

test("the latest failure is the one that an incident shows", async () => {
  const streaks = new FailureStreaks(sql);
  const ids = [randomUUID(), randomUUID()];
  for (const [n, deliveryId] of ids.entries()) {
    note(streaks, "timeout", n, { step: n + 1, deliveryId });
    await streaks.flush();
  }
  expect(
    await sql`select failed_delivery_id, failed_attempt, failed_at from receivers
    where webhook_id = ${hook.id}`,
  ).toEqual([{ failedDeliveryId: ids[1], failedAttempt: 2, failedAt: at(1) }]);
});

test("deliveries that succeed change nothing of a webhook that does not fail", async () => {
  const streaks = new FailureStreaks(sql);
  await sql`insert into receivers (webhook_id) values (${hook.id})`;
  const version = () => sql`select xmin::text from receivers where webhook_id = ${hook.id}`;
  const before = await version();
  note(streaks, null, 1);
  await streaks.flush();
  expect(await version()).toEqual(before);
});

test("a streak that could not be written stays before what was noted since", async () => {
  const streaks = new FailureStreaks(watched);
  note(streaks, "timeout", 1);
  before = away;
  await streaks.flush();
  before = () => {
    note(streaks, null, 2);
    away();
  };
  await streaks.flush();
  before = () => {};
  note(streaks, "timeout", 3);
  await streaks.flush();
  expect(await streak()).toEqual([{ failingSince: at(3), failures: 1, failedDeliveries: 1 }]);

  note(streaks, "timeout", 4);
  before = away;
  await streaks.flush();
  before = () => {};
  await streaks.flush();
  expect(await streak()).toEqual([{ failingSince: at(3), failures: 2, failedDeliveries: 2 }]);
});

test("thousands of webhooks that fail, and then recover, are written in portions", async () => {
  const hooks = await sql<{ id: string; callbackUrl: string }[]>`
    insert into webhooks (id, account_id, callback_url, events)
    select new_id(), account_id, callback_url, events from webhooks, generate_series(1, 2500)
    where id = ${hook.id} returning id, callback_url`;
  const portions: number[] = [];
  const watched = new Proxy(sql, {
    get: (target, name) =>
      name === "json"
        ? (rows: object[]) => {
            portions.push(rows.length);
            return target.json(rows as never);
          }
        : Reflect.get(target, name),
  });
  const streaks = new FailureStreaks(watched);
  const countFailing = async () => {
    const [row] = await sql`
      select count(*)::int as n, sum(failures)::int as failures from receivers
      where failing_since is not null and webhook_id = any(${hooks.map(({ id }) => id)}::uuid[])`;
    return row;
  };
  const noteEach = (cause: Cause | null) => {
    for (const { id, callbackUrl } of hooks)
      streaks.note(
        { webhookId: id, callbackUrl, deliveryId: id, attempt: 1, trigger: "event", step: 1 },
        { cause, error: null, startedAt: at(1) },
      );
  };
  for (const failures of [2500, 5000]) {
    noteEach("timeout");
    await streaks.flush();
    expect(await countFailing()).toEqual({ n: 2500, failures });
  }
  noteEach(null);
  await streaks.flush();
  expect(await countFailing()).toEqual({ n: 0, failures: null });
  expect(portions).toEqual([1, 2, 3].flatMap(() => [1000, 1000, 500]));
});

test("failures that another worker begins to write at the same time are added", async () => {
  const streaks = new FailureStreaks(sql);
  note(streaks, "timeout", 2);
  let flushed: Promise<void> | undefined;
  await sql.begin(async (other) => {
    await other`
      insert into receivers (webhook_id, failing_since, failed_at, failures, failed_deliveries)
      values (${hook.id}, ${at(1)}, ${at(1)}, 3, 2)`;
    flushed = streaks.flush();
    await expect.poll(() => countWaiting(sql)).toBe(1);
  });
  await flushed;
  expect(await streak()).toEqual([{ failingSince: at(1), failures: 4, failedDeliveries: 3 }]);
});

test("the time of the last request that could not be written is kept", async () => {
  const times = new LastTriggered(watched);
  times.note(hook.id, at(2));
  before = away;
  await times.flush();
  before = () => {};
  times.note(hook.id, at(1));
  await times.flush();
  expect(await sql`select last_triggered_at from webhooks where id = ${hook.id}`).toEqual([
    { lastTriggeredAt: at(2) },
  ]);
});

test("an earlier request that another worker reports late does not move the time of the last one back", async () => {
  for (const second of [3, 2]) {
    const times = new LastTriggered(sql);
    times.note(hook.id, at(second));
    await times.flush();
  }
  expect(await sql`select last_triggered_at from webhooks where id = ${hook.id}`).toEqual([
    { lastTriggeredAt: at(3) },
  ]);
});

function away(): void {
  throw new Error("away");
}

function note(
  streaks: FailureStreaks,
  cause: Cause | null,
  second: number,
  { step = 1, deliveryId = hook.id, trigger = "event" as Trigger } = {},
) {
  const { id, callbackUrl } = hook;
  const made = { webhookId: id, callbackUrl, deliveryId, attempt: step, step } as const;
  const error = cause && "It failed.";
  streaks.note({ ...made, trigger }, { cause, error, startedAt: at(second) });
}

function streak() {
  return sql`
    select failing_since, failures, failed_deliveries from receivers where webhook_id = ${hook.id}`;
}
