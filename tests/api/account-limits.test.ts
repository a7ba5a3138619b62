import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { publishingUsage } from "@/db/schema/limits";
import { api } from "./client";
import { browser, operator } from "./people";
import { account, db, keyOf, videoDone, webhook } from "./world";

const defaults = {
  eventsPerSecond: 500,
  burst: 2000,
  eventsPerDay: 50_000_000,
  backlog: 500_000,
};
const admin = await keyOf(null, ["admin"]);

/** An account with this burst limit and a rate close to zero. */
async function limitedTo(burst: number) {
  const made = await account();
  const body = { eventsPerSecond: 1, burst };
  await api(`PUT /v1/accounts/${made.id}/limits`, { key: admin, body });
  return made;
}

async function publishedToday({ id, key }: { id: string; key: string }): Promise<number> {
  const events = await api("GET /v1/events?limit=200", { key });
  const { body } = await api(`GET /v1/accounts/${id}/limits`, { key });
  expect(body.usage.eventsToday).toBeGreaterThanOrEqual(events.body.events.length);
  return events.body.events.length;
}

describe("the limits of an account", () => {
  test("are used by the events of today, without tests", async () => {
    const { id, key } = await account();
    const usage = async () => (await api(`GET /v1/accounts/${id}/limits`, { key })).body.usage;
    const { id: webhookId } = await webhook(key);
    const event = { event: videoDone.event };
    const tested = await api(`POST /v1/webhooks/${webhookId}/test`, { key, body: event });
    expect(tested.status).toBe(202);
    expect(await usage()).toMatchObject({ eventsToday: 0, eventsPerSecond: 0 });
    await api("POST /v1/events", { key, body: videoDone });
    expect((await usage()).eventsToday).toBeGreaterThan(0);
    const own = eq(publishingUsage.accountId, id);
    await db.update(publishingUsage).set({ day: "2026-01-01" }).where(own);
    expect((await usage()).eventsToday).toBe(0);
  });

  test("are the defaults until set, and again after null", async () => {
    const { id } = await account();
    const at = `/v1/accounts/${id}/limits`;
    const { body: first } = await api(`GET ${at}`, { key: admin });
    expect(first).toMatchObject({ ...defaults, defaults, usage: { eventsToday: 0 } });

    const set = { eventsPerSecond: 5, burst: 7 };
    const { body: changed } = await api(`PUT ${at}`, { key: admin, body: set });
    expect(changed).toMatchObject({ ...defaults, ...set });
    const unset = { burst: null };
    const { body: again } = await api(`PUT ${at}`, { key: admin, body: unset });
    expect(again).toMatchObject({ ...defaults, eventsPerSecond: 5 });

    const { body: audit } = await api(`GET /v1/audit?target=${id}`, { key: admin });
    expect(audit.entries.map(({ action }: { action: string }) => action)).toEqual([
      "account.limits_changed",
      "account.limits_changed",
    ]);
    expect(audit.entries[0]).toMatchObject({ before: { burst: 7 }, after: { burst: null } });
  });

  test("are changed one after the other: each entry begins where the one before ended", async () => {
    const { id } = await account();
    const bursts = [1, 2, 3, 4, 5, 6, 7, 8];
    const set = (burst: number) =>
      api(`PUT /v1/accounts/${id}/limits`, { key: admin, body: { burst } });
    await Promise.all(bursts.map(set));
    const { body: audit } = await api(`GET /v1/audit?target=${id}`, { key: admin });
    type Entry = { before: { burst: number | null }; after: { burst: number } };
    const found = audit.entries.map(({ before }: Entry) => before.burst);
    expect(new Set(found).size).toBe(bursts.length);
  });

  test("are set by administrators and service keys, and read by the account's own key", async () => {
    const [mine, theirs] = [await account(), await account()];
    const body = { burst: 5 };
    const at = `/v1/accounts/${mine.id}/limits`;
    expect((await api(`GET ${at}`, { key: mine.key })).status).toBe(200);
    expect((await api(`PUT ${at}`, { key: mine.key, body })).status).toBe(403);
    expect((await api(`GET ${at}`, { key: theirs.key })).status).toBe(404);
    expect((await api(`PUT ${at}`, { key: theirs.key, body })).status).toBe(404);

    const others = scopes.filter((scope) => scope !== "admin");
    const service = await keyOf(null, others);
    expect((await api(`PUT ${at}`, { key: service, body })).status).toBe(403);
    const { headers: viewer } = await browser(await operator("viewer"));
    expect((await api(`GET ${at}`, { headers: viewer })).status).toBe(200);
    expect((await api(`PUT ${at}`, { headers: viewer, body })).status).toBe(403);
    const { headers } = await browser(await operator("admin"));
    expect((await api(`PUT ${at}`, { headers, body })).body.burst).toBe(5);
  });

  test.each([
    { burst: 0 },
    { backlog: 0 },
    { eventsPerSecond: 1.5 },
    { eventsPerDay: "many" },
    { eventsPerDay: 1e12 },
  ])("refuse %o", async (body) => {
    const { id } = await account();
    const answer = await api(`PUT /v1/accounts/${id}/limits`, { key: admin, body });
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, Object.keys(body)[0]]);
    expect(answer.body.message).toMatch(/Give /);
  });
});

describe("publishing", () => {
  test("returns the remaining events and refuses excess ones with Retry-After", async () => {
    const limited = await limitedTo(3);
    const other = await account();
    for (let n = 0; n < 3; n++) {
      const { status, headers } = await api("POST /v1/events", {
        key: limited.key,
        body: videoDone,
      });
      expect(status).toBe(202);
      expect(headers.get("ratelimit-policy")).toBe(
        '"events";q=3;w=3, "events-today";q=50000000;w=86400',
      );
    }
    const more = await Promise.all(
      Array.from({ length: 30 }, () =>
        api("POST /v1/events", { key: limited.key, body: videoDone }),
      ),
    );
    const refused = more.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe(42900);
    expect(refused?.headers.get("retry-after")).toBe("1");
    expect((await api("POST /v1/events", { key: other.key, body: videoDone })).status).toBe(202);
  });

  test("counts each event of a batch, for service keys too", async () => {
    const limited = await limitedTo(10);
    const service = await keyOf(null, scopes);
    const batch = (count: number) => ({
      events: Array.from({ length: count }, () => ({ ...videoDone, accountId: limited.id })),
    });
    const first = await api("POST /v1/events/batch", { key: service, body: batch(8) });
    expect(first.status).toBe(202);
    const second = await api("POST /v1/events/batch", { key: service, body: batch(9) });
    expect([second.status, second.body.code]).toEqual([429, 42900]);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(second.headers.get("ratelimit")).toMatch(/^"events";r=\d+;t=\d+, "events-today"/);
    expect(await publishedToday(limited)).toBe(8);
  });

  test("refuses a batch over the limit before its events are validated", async () => {
    const limited = await limitedTo(10);
    expect((await api("POST /v1/events", { key: limited.key, body: videoDone })).status).toBe(202);
    const nameless = { events: Array.from({ length: 10 }, () => ({ event: "NOTHING" })) };
    const { status, body } = await api("POST /v1/events/batch", {
      key: limited.key,
      body: nameless,
    });
    expect([status, body.code]).toEqual([429, 42900]);
  });

  test("refuses a batch larger than the burst, which could never be accepted", async () => {
    const limited = await limitedTo(5);
    const body = { events: Array.from({ length: 6 }, () => videoDone) };
    const answer = await api("POST /v1/events/batch", { key: limited.key, body });
    expect([answer.status, answer.body.issues]).toEqual([
      400,
      [
        {
          path: "events",
          message: "The account may publish 5 events at once; send these 6 in smaller batches",
        },
      ],
    ]);
    expect(await publishedToday(limited)).toBe(0);
  });

  test("does not count repeated idempotent requests", async () => {
    const limited = await limitedTo(4);
    const headers = { "idempotency-key": randomUUID() };
    const body = videoDone;
    const answers = [];
    for (let n = 0; n < 12; n++)
      answers.push(await api("POST /v1/events", { key: limited.key, headers, body }));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);

    const keyed = { events: [{ ...videoDone, idempotencyKey: randomUUID() }] };
    for (let n = 0; n < 12; n++) {
      const answer = await api("POST /v1/events/batch", { key: limited.key, body: keyed });
      expect(answer.status).toBe(202);
    }
    expect(await publishedToday(limited)).toBe(2);
  });
});
