import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { audit } from "@/lib/audit/audit";
import { api } from "./client";
import { account, db, keyOf, webhook } from "./world";

type HealthEvent = {
  kind: string;
  details: Record<string, unknown>;
  reason: string;
  webhookId: string;
  id: string;
  actor?: { kind: string; name?: string };
};

async function eventsOf(key: string, query = ""): Promise<HealthEvent[]> {
  const { body } = await api(`GET /v1/operational-events?${query}`, { key });
  return body.operationalEvents.toReversed();
}
const change = (webhookId: string, values: Partial<typeof receivers.$inferInsert>) =>
  db
    .insert(receivers)
    .values({ webhookId, ...values })
    .onConflictDoUpdate({ target: receivers.webhookId, set: values });

test("every change of a webhook's health is recorded once, whatever code makes it", async () => {
  const { key } = await account();
  const { id } = await webhook(key);
  /** Changes another setting, too, which is audited at the same time. */
  const pause = (paused: boolean) =>
    api(`PUT /v1/webhooks/${id}/settings`, { key, body: { paused, label: `${paused}` } });
  const at = new Date();
  await pause(true);
  await pause(true);
  await pause(false);
  await change(id, { slowSince: at });
  await change(id, { slowSince: at, openUntil: at, cooldownSeconds: 30 });
  await change(id, { openUntil: new Date(at.getTime() + 1000) });
  await change(id, { slowSince: null, openUntil: null, cooldownSeconds: null });
  await change(id, { failingSince: at, failedAt: at, failures: 4 });
  await change(id, { failures: 5, failure: "receiver.example answered 503." });
  await change(id, { failures: 6 });
  await change(id, { failingSince: null, failures: 0 });
  await db
    .update(webhooks)
    .set({ pausedAt: sql`now()`, pauseReason: "gone" })
    .where(eq(webhooks.id, id));

  const events = await eventsOf(key);
  expect(events).toHaveLength(9);
  const failing = events.find(({ kind }) => kind === "webhook.failing");
  expect(failing?.details).toMatchObject({ failingSince: at.toISOString() });
  expect(new Set(events.map(({ kind }) => kind))).toEqual(
    new Set([
      "webhook.paused",
      "webhook.resumed",
      "webhook.slow",
      "webhook.circuit_opened",
      "webhook.quick",
      "webhook.circuit_closed",
      "webhook.failing",
      "webhook.recovered",
      "webhook.gone",
    ]),
  );
  expect(events.every(({ webhookId }) => webhookId === id)).toBe(true);
  expect(events.find(({ kind }) => kind === "webhook.failing")).toMatchObject({
    reason: "5 requests in a row failed; the last: receiver.example answered 503.",
    details: { failingSince: expect.any(String) },
  });
});

test("a pause names who made it: a person only to callers who may know the people", async () => {
  const { id: accountId, key } = await account();
  const { id } = await webhook(key);
  const reader = await keyOf(accountId, ["deliveries:read"]);
  /** Changes another setting, too, which is audited at the same time. */
  const pause = (paused: boolean) =>
    api(`PUT /v1/webhooks/${id}/settings`, { key, body: { paused, label: `${paused}` } });
  await pause(true);
  await change(id, { slowSince: new Date() });
  await pause(false);
  await db.transaction(async (tx) => {
    const by = { kind: "user", userId: randomUUID(), email: "maria@example.com" } as const;
    const ctx = { db: tx, accountId, actor: { ...by, role: "operator", sessionHash: "" } } as const;
    await tx
      .update(webhooks)
      .set({ pausedAt: sql`now()`, pauseReason: "person" })
      .where(eq(webhooks.id, id));
    await audit({ ...ctx, requestId: "r" }, { action: "webhook.paused", target: id, webhook: id });
  });
  const actors = async (caller: string) =>
    (await eventsOf(caller))
      .map(({ kind, actor }) => JSON.stringify([kind, actor]))
      .toSorted((one, other) => one.localeCompare(other));
  const known = (person: object) =>
    [
      ["webhook.paused", { kind: "key", name: "test" }],
      ["webhook.paused", { kind: "user", ...person }],
      ["webhook.resumed", { kind: "key", name: "test" }],
      ["webhook.slow", undefined],
    ].map((each) => JSON.stringify(each));
  expect(await actors(reader)).toEqual(known({}));
  expect(await actors(key)).toEqual(known({ name: "maria@example.com" }));
});

test("they are filtered by webhook, kind and time, and read page by page", async () => {
  const { key } = await account();
  const [one, other] = [await webhook(key), await webhook(key)];
  for (const { id } of [one, other]) {
    await change(id, { slowSince: new Date() });
    await change(id, { slowSince: null });
  }
  const kinds = async (query: string) => (await eventsOf(key, query)).map(({ kind }) => kind);
  expect(await kinds(`webhook=${one.id}`)).toEqual(["webhook.slow", "webhook.quick"]);
  expect(await kinds("kind=webhook.quick,webhook.gone")).toEqual(Array(2).fill("webhook.quick"));
  expect(await kinds(`since=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
  const { body: first } = await api("GET /v1/operational-events?limit=3", { key });
  const { body: rest } = await api(`GET /v1/operational-events?cursor=${first.nextCursor}`, {
    key,
  });
  expect(first.operationalEvents.concat(rest.operationalEvents).toReversed()).toEqual(
    await eventsOf(key),
  );
  const oldest = rest.operationalEvents.at(-1);
  expect(await kinds(`since=${oldest.createdAt}`)).toHaveLength(4);
  const { status, body } = await api("GET /v1/operational-events?kind=webhook.sad", { key });
  expect([status, body.code]).toEqual([400, 40000]);
});

test("they outlive their webhook, are private to its account, and are filtered by account for others", async () => {
  const [mine, theirs] = [await account(), await account()];
  const { id } = await webhook(mine.key);
  await change(id, { slowSince: new Date() });
  await api(`DELETE /v1/webhooks/${id}`, { key: mine.key });
  expect((await eventsOf(mine.key)).map(({ kind }) => kind)).toEqual(["webhook.slow"]);
  expect(await eventsOf(theirs.key)).toEqual([]);
  const service = await keyOf(null, ["deliveries:read"]);
  const ofAccount = (owner: string, caller: string) => eventsOf(caller, `account=${owner}`);
  expect((await ofAccount(mine.id, service)).map(({ webhookId }) => webhookId)).toEqual([id]);
  expect(await ofAccount(theirs.id, service)).toEqual([]);
  expect(await ofAccount(mine.id, theirs.key)).toEqual([]);
});

test("a changed URL resets the webhook's health", async () => {
  const { key } = await account();
  const { id } = await webhook(key);
  await change(id, { slowSince: new Date(), failures: 9, failingSince: new Date() });
  const body = { callbackUrl: "https://receiver.example/elsewhere" };
  await api(`PUT /v1/webhooks/${id}`, { key, body });
  const moved = (await eventsOf(key)).filter(({ reason }) => reason.startsWith("The callback URL"));
  expect(new Set(moved.map(({ kind }) => kind))).toEqual(
    new Set(["webhook.recovered", "webhook.quick"]),
  );
});
