import { expect, test } from "vitest";
import type { Context } from "@/lib/context";
import { ResponseHeaders } from "@/lib/protocol/response-headers";
import { Backlog } from "@/lib/queue/backlog";
import { HeldDeliveries } from "@/lib/queue/held";
import type { NewEvent } from "@/lib/queue/new-event";
import { runInTransaction } from "@/lib/queue/run-in-transaction";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { leaseEvents } from "./lease";
import { limitedEventQueue } from "./limited-event-queue";
import { PublishingQuota } from "./quota";

const { db, sql } = await freshDatabase();
const make = makers(sql);
const burst = 10;
const defaults = { eventsPerSecond: 1, burst, eventsPerDay: 1000 };

const event = {
  event: "VIDEO_GENERATION_SUCCESS" as const,
  data: '{"videoId":"v"}',
  subject: "v",
};

/** Returns the context of a process that has counted its deliveries: none wait, and none are held. */
function contextOf(accountId: string, perAccount = 1000): Context {
  const webhooks: [string, string[]][] = [["paused", [event.event]]];
  const none = { held: 0, limit: null, webhooks };
  const limits = {
    quota: new PublishingQuota((request) => leaseEvents(sql, defaults, request)),
    backlog: new Backlog(async () => new Map(), { total: 1000, perAccount }),
    held: new HeldDeliveries(async () => new Map([[accountId, none]]), perAccount),
  };
  return {
    db,
    queue: limitedEventQueue(transactionalEventQueue(db), limits, new ResponseHeaders()),
    accountId,
    actor: { kind: "system" },
    scopes: [],
    requestId: "test",
  };
}

const asManyAsAllowed = (accountId: string, draft: Partial<NewEvent> = {}) =>
  Array.from({ length: burst }, () => ({ ...event, accountId, ...draft }));

/** Publishes as many events as the burst allows, in a transaction with a second one inside it. */
async function publish(ctx: Context, accountId: string, end: () => Promise<void>) {
  await runInTransaction(ctx, async (outer) => {
    await runInTransaction(outer, ({ queue }) => queue.enqueue(asManyAsAllowed(accountId)));
    await end();
  });
}

test("a rollback returns what its events took of the account's limits", async () => {
  const accountId = await make.account();
  const ctx = contextOf(accountId);
  const fail = () => Promise.reject(new Error("rolled back"));
  await expect(publish(ctx, accountId, fail)).rejects.toThrow("rolled back");
  await publish(ctx, accountId, async () => {});
  await expect(publish(ctx, accountId, async () => {})).rejects.toMatchObject({ code: 42900 });
  expect(await sql`select from events where account_id = ${accountId}`).toHaveLength(burst);
});

test("the queue within learns how its transaction ended", () => {
  const limits = { quota: {}, backlog: {}, held: {} } as never;
  const ends: string[] = [];
  const inner = {
    ...transactionalEventQueue(db).withTransaction(db),
    committed: () => void ends.push("committed"),
    rolledBack: () => void ends.push("rolled back"),
  };
  const eventQueue = { ...inner, withTransaction: () => inner };
  const limited = limitedEventQueue(eventQueue, limits, new ResponseHeaders());
  limited.withTransaction(db).committed();
  limited.withTransaction(db).rolledBack();
  expect(ends).toEqual(["committed", "rolled back"]);
});

test("tests, and events that could not be stored, do not count towards the limits", async () => {
  const { id, accountId } = await make.webhook();
  const { queue } = contextOf(accountId);
  const unstorable = asManyAsAllowed(accountId, { subject: "\u0000" });
  await expect(queue.enqueue(unstorable)).rejects.toThrow();
  await queue.enqueue(asManyAsAllowed(accountId, { testOf: id }));
  await queue.enqueue(asManyAsAllowed(accountId));
  await expect(queue.enqueue(asManyAsAllowed(accountId))).rejects.toMatchObject({ code: 42900 });
});

test.each([
  ["waits for a worker", false, "backlog"],
  ["is held for a paused webhook", true, "held"],
])("what %s counts from its commit on", async (_, paused, limit) => {
  const { accountId } = await make.webhook({ paused });
  const { queue } = contextOf(accountId, 1);
  await queue.enqueue([{ ...event, accountId }]);
  const refused = { code: 42900, limit };
  await expect(queue.enqueue([{ ...event, accountId }])).rejects.toMatchObject(refused);
});
