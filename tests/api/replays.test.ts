import { eq, inArray } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { describe, expect, test } from "vitest";
import { deliveries, queue } from "@/db/schema/deliveries";
import { replayItems } from "@/db/schema/replays";
import { receivers } from "@/db/schema/webhooks";
import { api } from "./client";
import { account, db, delivery, keyOf, webhook } from "./world";

type Made = Awaited<ReturnType<typeof delivery>>;

/** Deliveries that failed for good; no worker runs here, so a job stays as created. */
async function failed(key: string, count: number) {
  const made = [];
  for (let n = 0; n < count; n++) made.push(await delivery(key));
  const ids = made.map(({ id }) => id);
  await db.delete(queue).where(inArray(queue.deliveryId, ids));
  await db.update(deliveries).set({ status: "failed" }).where(inArray(deliveries.id, ids));
  return made;
}
const post = (key: string, body: object, headers = {}) =>
  api("POST /v1/replays", { key, body, headers });

describe("starting a replay", () => {
  test("selects by the filters of the list and reports progress", async () => {
    const { id: accountId, key } = await account();
    const [one] = await failed(key, 1);
    await delivery(key);
    const filter = { status: "failed", webhook: one!.webhookId };
    const { status, body } = await post(key, { filter });
    expect(status).toBe(202);
    expect(body).toMatchObject({
      accountId,
      filter: { status: ["failed"], webhook: [one!.webhookId] },
      ratePerSecond: 50,
      status: "running",
      collected: true,
      total: 1,
      done: 0,
    });
    expect((await api(`GET /v1/replays/${body.id}`, { key })).body).toEqual(body);
    expect((await api("GET /v1/replays", { key })).body.replays).toEqual([body]);
  });

  test("leaves out tests, and does not count them", async () => {
    const { key } = await account();
    const [tested] = await failed(key, 2);
    await db.update(deliveries).set({ trigger: "test" }).where(eq(deliveries.id, tested!.id));
    const filter = { status: "failed" };
    expect((await post(key, { filter, dryRun: true })).body).toMatchObject({ total: 1 });
    expect((await post(key, { filter })).body).toMatchObject({ total: 1, collected: true });
    const chosen = await post(key, { ids: [tested!.id], dryRun: true });
    expect(chosen.body).toMatchObject({ total: 0 });
  });

  test("tells what holds its deliveries back", async () => {
    const { key } = await account();
    const made = [];
    for (let n = 0; n < 5; n++) made.push(await delivery(key));
    const [paused, open, , retried, sending] = made as [Made, Made, Made, Made, Made];
    const ids = made.map(({ id }) => id);
    await api(`PUT /v1/webhooks/${paused.webhookId}/settings`, { key, body: { paused: true } });
    const openUntil = new Date(Date.now() + 60_000);
    // A delivery that a pause and a circuit hold is counted once.
    const closed = [open, paused].map(({ webhookId }) => ({ webhookId, openUntil }));
    await db
      .insert(receivers)
      .values(closed)
      .onConflictDoUpdate({ target: receivers.webhookId, set: { openUntil } });
    const { body } = await post(key, { ids });
    await db.update(queue).set({ replayId: body.id }).where(inArray(queue.deliveryId, ids));
    const dueAt = new Date(Date.now() + 3_600_000);
    await db.update(queue).set({ dueAt }).where(eq(queue.deliveryId, retried.id));
    // Up to the end of its lease.
    await db.update(queue).set({ dueAt, leased: true }).where(eq(queue.deliveryId, sending.id));
    const { held } = (await api(`GET /v1/replays/${body.id}`, { key })).body;
    expect(held).toEqual({ paused: 1, circuitOpen: 1, retrying: 1 });
  });

  test("selects by every filter of the list, search included", async () => {
    const { id: accountId, key } = await account();
    const [one, other] = await failed(key, 2);
    const { body: list } = await api(`GET /v1/deliveries?q=${one!.eventId}`, { key });
    const total = async (filter: object) => (await post(key, { filter, dryRun: true })).body.total;
    expect(await total({ q: one!.eventId })).toBe(list.deliveries.length);
    expect(await total({ q: other!.id, account: accountId, trigger: "event" })).toBe(1);
    expect(await total({ cause: ["timeout"] })).toBe(0);
    expect(await total({ to: "2026-01-01T00:00:00.000Z" })).toBe(0);
    const { body } = await post(key, {
      filter: { q: other!.id, from: "2026-01-01T00:00:00.000Z" },
    });
    expect(body).toMatchObject({ total: 1, collected: true, filter: { q: other!.id } });
  });

  test("a dry run only counts and is not listed", async () => {
    const { key } = await account();
    const made = await failed(key, 3);
    const ids = made.slice(1).map(({ id }) => id);
    const byFilter = await post(key, { filter: { status: ["failed"] }, dryRun: true });
    const byIds = await post(key, { ids, dryRun: true });
    expect(byFilter.body).toMatchObject({ dryRun: true, status: "completed", total: 3, done: 0 });
    expect(byIds.body).toMatchObject({ total: 2, ids: ids.toSorted() });
    expect((await api("GET /v1/replays", { key })).body.replays).toEqual([]);
    expect(await items(byFilter.body.id)).toEqual([]);
  });

  test("with asOf it sends exactly the counted deliveries, excluding later ones", async () => {
    const { key } = await account();
    await failed(key, 2);
    const open = await delivery(key);
    await db.delete(queue).where(eq(queue.deliveryId, open.id));
    const filter = { status: "failed" };
    const { body: counted } = await post(key, { filter, dryRun: true });
    const finishedAt = new Date(Date.parse(counted.createdAt) + 1);
    await db
      .update(deliveries)
      .set({ status: "failed", finishedAt })
      .where(eq(deliveries.id, open.id));
    await failed(key, 1);
    // Counted before the job starts, because its first step may reopen some of them.
    const { body: later } = await post(key, { filter, dryRun: true });
    expect(later.total).toBe(4);
    const asOf = counted.createdAt;
    expect((await post(key, { filter, asOf, dryRun: true })).body).toMatchObject({
      total: 2,
      asOf,
    });
    const { body: job } = await post(key, { filter, asOf });
    expect([counted.total, job.total]).toEqual([2, 2]);
    expect(job.asOf).toBe(asOf);
  });

  test("a repeated request is one job, with or without a key; another rate is another job", async () => {
    const { key } = await account();
    await failed(key, 1);
    const started = await Promise.all(
      Array.from({ length: 5 }, () => post(key, { filter: { status: "failed" } })),
    );
    const [first] = started;
    expect(new Set(started.map(({ body }) => body.id)).size).toBe(1);
    const again = await post(key, { filter: { status: ["failed"] } }, { "Idempotency-Key": "a" });
    expect(again.body.id).toBe(first!.body.id);
    // A delivery that no other replay has queued: no worker sends it, so the replay cannot end.
    const [unqueued] = await failed(key, 1);
    const ids = [unqueued!.id, uuidv7()];
    const byIds = await post(key, { ids: [...ids.toReversed(), ...ids] });
    const same = await post(key, { ids });
    expect([same.body.id, same.body.total]).toEqual([byIds.body.id, 2]);
    const { body: audit } = await api("GET /v1/audit?action=replay.created", { key });
    expect(audit.entries[0].after).toEqual({ deliveries: 2, ratePerSecond: 50 });

    const other = await post(key, { filter: { status: "failed" }, ratePerSecond: 7 });
    expect(other.body.id).not.toBe(first!.body.id);

    await api(`POST /v1/replays/${first!.body.id}/cancel`, { key });
    const replayed = await post(
      key,
      { filter: { status: ["failed"] } },
      { "Idempotency-Key": "a" },
    );
    expect(replayed.body.id).toBe(first!.body.id);
    expect((await post(key, { filter: { status: "failed" } })).body.id).not.toBe(first!.body.id);
  });

  test.each([
    [{}, "filter"],
    [{ filter: {}, ids: ["0d9e6c3a-52b8-4e17-a4f0-8b1c7e2d3f96"] }, "filter"],
    [{ filter: { status: "sent" } }, "filter.status.0"],
    [{ filter: { statu: "failed" } }, "filter.statu"],
    [{ filter: { since: "yesterday" } }, "filter.since"],
    [{ filter: { status: "failed", q: " \t" } }, "filter.q"],
    [{ filter: { status: [] } }, "filter.status"],
    [{ filter: { event: "," } }, "filter.event"],
    [{ ids: [] }, "ids"],
    [{ ids: ["7"] }, "ids.0"],
    [{ filter: {}, ratePerSecond: 0 }, "ratePerSecond"],
    [{ filter: {}, ratePerSecond: 1001 }, "ratePerSecond"],
    [{ filter: {}, dryRun: "yes" }, "dryRun"],
  ])("refuses %j", async (body, path) => {
    const { key } = await account();
    const answer = await post(key, body);
    expect([answer.status, answer.body.code]).toEqual([400, 40000]);
    expect(answer.body.issues[0].path).toBe(path);
  });
});

describe("the owner of a replay", () => {
  test("it selects and is visible within its account only", async () => {
    const [mine, theirs] = [await account(), await account()];
    const [foreign] = await failed(theirs.key, 1);
    const dry = { dryRun: true };
    expect((await post(mine.key, { ids: [foreign!.id], ...dry })).body.total).toBe(0);
    expect((await post(mine.key, { filter: {}, ...dry })).body.total).toBe(0);

    const { body } = await post(theirs.key, { filter: {} });
    expect((await api("GET /v1/replays", { key: mine.key })).body.replays).toEqual([]);
    expect((await post(mine.key, { filter: {} })).body.id).not.toBe(body.id);
  });

  test("a service key selects from every account", async () => {
    const [one, other] = [await account(), await account()];
    const ids = [...(await failed(one.key, 1)), ...(await failed(other.key, 1))].map(
      ({ id }) => id,
    );
    const key = await keyOf(null, ["deliveries:write", "deliveries:read"]);
    const { body } = await post(key, { ids });
    expect(body).toMatchObject({ total: 2, status: "running" });
    expect(body).not.toHaveProperty("accountId");
    expect((await api(`GET /v1/replays/${body.id}`, { key: one.key })).status).toBe(404);
  });
});

describe("cancelling a replay", () => {
  test("counts unsent deliveries, changes none, and is refused after the end", async () => {
    const { key } = await account();
    const [one] = await failed(key, 2);
    await webhook(key);
    const { body } = await post(key, { filter: { status: "failed" } });
    const cancelled = await api(`POST /v1/replays/${body.id}/cancel`, { key });
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).toMatchObject({ status: "cancelled", total: 2, done: 2, cancelled: 2 });
    expect(cancelled.body).toHaveProperty("finishedAt");
    expect(await items(body.id)).toEqual([]);
    expect((await api(`GET /v1/deliveries/${one!.id}`, { key })).body.status).toBe("failed");
    const again = await api(`POST /v1/replays/${body.id}/cancel`, { key });
    expect([again.status, again.body.code]).toEqual([409, 40900]);
  });
});

function items(replayId: string) {
  return db.select().from(replayItems).where(eq(replayItems.replayId, replayId));
}
