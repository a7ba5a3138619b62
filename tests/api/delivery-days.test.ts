import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { deliveries, queue } from "@/db/schema/deliveries";
import { api } from "./client";
import { loggedIds } from "./delivery-log";
import { account, db } from "./world";

type Made = { createdAt: Date } & Partial<typeof deliveries.$inferInsert>;

/** Inserts deliveries of an account as if created at those times. */
async function made(accountId: string, drafts: Made[]): Promise<string[]> {
  const rows = drafts.map((draft) => ({
    ...draft,
    id: idOf(draft.createdAt),
    accountId,
    eventId: uuidv7(),
    webhookId: uuidv7(),
    event: "VIDEO_GENERATION_SUCCESS" as const,
    callbackUrl: "https://receiver.example/",
    trigger: "event" as const,
    status: draft.status ?? ("delivered" as const),
  }));
  await db.insert(deliveries).values(rows);
  const waiting = rows.filter(({ status }) => status === "pending");
  if (waiting.length > 0) {
    await db.insert(queue).values(waiting.map(({ id, ...row }) => ({ ...row, deliveryId: id })));
  }
  return rows.map(({ id }) => id);
}

/** Returns a UUIDv7 of that time. */
function idOf(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}${uuidv7().slice(13)}`;
}

test("by time, start inclusive and end exclusive, across days", async () => {
  const { id, key } = await account();
  const at = (text: string) => new Date(`2026-10-${text}:00Z`);
  const times = ["01T00:00", "01T12:00", "02T00:00", "09T12:00"].map(at);
  const [first, noon, next, later] = await made(
    id,
    times.map((createdAt) => ({ createdAt })),
  );
  const [from, to] = [at("01T00:00").toISOString(), at("02T00:00").toISOString()];
  expect(await loggedIds(key, { from, to })).toEqual([noon, first]);
  expect(await loggedIds(key, { from: to })).toEqual([later, next]);
  expect(await loggedIds(key, { since: to })).toEqual([later, next]);
  expect(await loggedIds(key, { to: from })).toEqual([]);

  const { body } = await api(`GET /v1/deliveries?to=${to}&limit=1`, { key });
  expect(await loggedIds(key, { cursor: body.nextCursor })).toEqual([first]);
});

test.each(["failed", "pending"] as const)(
  "%s deliveries are listed newest first, page by page, across many days",
  async (status) => {
    const { id, key } = await account();
    const midnight = Math.floor(Date.now() / dayMs) * dayMs;
    const times = [100, 40, 12, 3, 2].map((days) => midnight - days * dayMs);
    const close = [midnight - 1, midnight - 1, midnight];
    const moments = [...times, ...close].map((time) => new Date(time));
    const wanted = await made(
      id,
      moments.map((createdAt) => ({ createdAt, status, cause: "tls" })),
    );
    await made(
      id,
      moments.map((createdAt) => ({ createdAt })),
    );
    const found: string[] = [];
    let cursor: string | undefined = "";
    while (cursor !== undefined) {
      const query = new URLSearchParams({ status, limit: "2", ...(cursor && { cursor }) });
      const { body } = await api(`GET /v1/deliveries?${query}`, { key });
      found.push(...body.deliveries.map((one: { id: string }) => one.id));
      cursor = body.nextCursor;
    }
    const twins = wanted.slice(5, 7).sort();
    expect(found).toEqual([...wanted.slice(0, 5), ...twins, wanted[7]].reverse());

    const since = moments[2]!.toISOString();
    const to = moments[4]!.toISOString();
    expect(await loggedIds(key, { status, since, to })).toEqual([wanted[3], wanted[2]]);
    expect(await loggedIds(key, { cause: "tls", to: since })).toEqual([wanted[1], wanted[0]]);
    const { body } = await api(`GET /v1/deliveries/count?status=${status}`, { key });
    expect(body).toEqual({ count: 8, capped: false, tests: 0 });
  },
);

test("what ended in a time is listed newest first, also if very many of it are older", async () => {
  const { id, key } = await account();
  const now = Date.now();
  const finishedAt = new Date(now);
  const moments = Array.from({ length: 1001 }, (_, n) => new Date(now - 2 * dayMs + n));
  const wanted = await made(
    id,
    moments.map((createdAt) => ({ createdAt, finishedAt })),
  );
  const endedFrom = new Date(now - 3_600_000).toISOString();
  expect(await loggedIds(key, { endedFrom, limit: "2" })).toEqual(wanted.slice(-2).reverse());
});

test("deliveries of one moment are listed in one order, whether they have ended or not", async () => {
  const { id, key } = await account();
  const createdAt = new Date(Date.now() - 2 * dayMs);
  const finishedAt = new Date();
  const wanted = await made(id, [
    { createdAt, finishedAt },
    { createdAt, status: "pending" },
    { createdAt, finishedAt },
    { createdAt, status: "pending" },
  ]);
  const endedFrom = new Date(Date.now() - 3_600_000).toISOString();
  const last = wanted.reduce((one, other) => (one > other ? one : other));
  expect(await loggedIds(key, { endedFrom, limit: "1" })).toEqual([last]);
});

test("counts ten thousand matches exactly, and no more", async () => {
  const { id, key } = await account();
  const add = (count: number) =>
    db.execute(sql`
      insert into ${deliveries} (id, account_id, event_id, webhook_id, event, callback_url, trigger, status)
      select new_id(), ${id}::uuid, new_id(), new_id(), 'VIDEO_GENERATION_SUCCESS',
        'https://receiver.example/', 'event', 'delivered'
      from generate_series(1, ${count}::int)`);
  const count = async () => (await api("GET /v1/deliveries/count", { key })).body;
  await add(10_000);
  expect(await count()).toEqual({ count: 10_000, capped: false, tests: 0 });
  await add(1);
  expect(await count()).toEqual({ count: 10_000, capped: true, tests: 0 });
});

const dayMs = 86_400_000;
