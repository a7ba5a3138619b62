import { describe, expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { api } from "./client";
import { every, line } from "./inputs";
import { browser, operator } from "./people";
import { account, delivery, keyOf, videoDone, webhook } from "./world";

const described = (await api("GET /v1/openapi.json")).body;
type Parameter = { name: string; schema: { format?: string } };
const parametersOf = ({ method, path }: { method: string; path: string }): Parameter[] =>
  described.paths[path][method.toLowerCase()].parameters;

const timed = every.flatMap(({ name, endpoint }) =>
  parametersOf(endpoint)
    .filter(({ schema }) => schema.format === "date-time")
    .map((parameter) => ({ name, endpoint, word: parameter.name })),
);
const paged = every.filter(({ endpoint }) =>
  parametersOf(endpoint).some(({ name }) => name === "cursor"),
);

const base64 = (text: string) => btoa(text).replaceAll("=", "");
const forged = {
  "another alphabet": "%%%",
  "no id": base64("1767225600000."),
  "an id of dashes": base64(`1767225600000.${"-".repeat(36)}`),
  "an id of letters": base64(`1767225600000.${"a".repeat(36)}`),
  "a time of letters": base64("aaaaaaaaaaaaa.01920000-0000-7000-8000-000000000000"),
  "a long one": "A".repeat(5000),
};

describe("times", () => {
  test.each(timed)("$name refuses a year that no log has in $word", async ({ endpoint, word }) => {
    const { key } = await account();
    for (const time of ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z"]) {
      const { status, body } = await api(`${line(endpoint)}?${word}=${time}`, { key });
      expect([status, body.code], time).toEqual([400, 40000]);
      expect(body.issues).toContainEqual({
        path: word,
        message: "Choose a time between the years 1970 and 2999",
      });
    }
  });

  test.each(timed.filter(({ word }) => word !== "to"))(
    "$name takes the epoch as $word",
    async ({ endpoint, word }) => {
      const { key } = await account();
      const { status } = await api(`${line(endpoint)}?${word}=1970-01-01T00:00:00Z`, { key });
      expect(status).toBe(200);
    },
  );

  test.each([
    ["POST /v1/replays", { filter: { from: "9999-12-31T23:59:59Z" } }, "filter.from"],
    ["POST /v1/replays", { filter: { since: "0001-01-01T00:00:00Z" } }, "filter.since"],
    ["POST /v1/replays", { filter: {}, asOf: "9999-12-31T23:59:59Z" }, "asOf"],
    [
      "POST /v1/api-keys",
      { name: "a", scopes: ["admin"], expiresAt: "9999-12-31T23:59:59Z" },
      "expiresAt",
    ],
  ])("%s %j names %s", async (at, body, path) => {
    const { key } = await account();
    const answer = await api(at, { key, body });
    expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, path]);
  });
});

describe("cursors", () => {
  test.each(paged)("$name answers 40003 to those it did not make", async ({ endpoint }) => {
    const { id, key } = await account();
    const bin = await api("POST /v1/inbox/bins", { key, body: { name: "a" } });
    const seeing = endpoint.access === "admin" ? await keyOf(id, scopes) : key;
    for (const [kind, cursor] of Object.entries(forged)) {
      const query = new URLSearchParams({ cursor });
      const answer = await api(`${line(endpoint, bin.body.id)}?${query}`, { key: seeing });
      expect([answer.status, answer.body.code], kind).toEqual([400, 40003]);
    }
  });
});

describe("ids", () => {
  test("in capitals are the ids that they are in small letters", async () => {
    const { id: accountId, key } = await account();
    const { id, webhookId } = await delivery(key);
    const capitals = (one: string) => one.toUpperCase();
    const event = {
      ...videoDone,
      accountId: capitals(accountId),
      webhookId: capitals(webhookId),
    };
    const published = await api("POST /v1/events", { key, body: event });
    expect([published.status, published.body.deliveries]).toEqual([202, 1]);
    const batch = await api("POST /v1/events/batch", { key, body: { events: [event] } });
    expect([batch.status, batch.body.events?.[0].deliveries]).toEqual([202, 1]);
    const stats = await api(`GET /v1/stats?account=${capitals(accountId)}`, { key });
    expect(stats.body.totals.pending).toBe(3);
    const { body } = await api("POST /v1/replays", { key, body: { ids: [id, capitals(id)] } });
    expect(body).toMatchObject({ ids: [id], total: 1, collected: true });
  });
});

describe("texts", () => {
  test("a video id has at most 256 characters, also in a test and a batch", async () => {
    const { key } = await account();
    const data = { videoId: "v".repeat(257) };
    const event = { event: "VIDEO_GENERATION_SUCCESS", data };
    const made = await api("POST /v1/webhooks", {
      key,
      body: { callbackUrl: "https://receiver.example/", events: [event.event] },
    });
    const answers = [
      await api("POST /v1/events", { key, body: event }),
      await api("POST /v1/events/batch", { key, body: { events: [videoDone, event] } }),
      await api(`POST /v1/webhooks/${made.body.id}/test`, { key, body: event }),
    ];
    expect(answers.map(({ body }) => [body.code, body.issues[0].path])).toEqual([
      [40000, "data.videoId"],
      [40000, "events.1.data.videoId"],
      [40000, "data.videoId"],
    ]);
    const longest = { ...event, data: { videoId: "ü".repeat(256) } };
    expect((await api("POST /v1/events", { key, body: longest })).status).toBe(202);
  });

  test("an unknown member is stored and never indexed", async () => {
    const { key } = await account();
    const data = { avatarId: "avatar-1", videoId: noise(20_000) };
    const body = { event: "AVATAR_TRAINING_SUCCESS", data };
    expect((await api("POST /v1/events", { key, body })).status).toBe(202);
    const { events } = (await api("GET /v1/events?q=avatar-1", { key })).body;
    expect(events).toHaveLength(1);
  });

  test.each([
    ["POST /v1/webhooks", { events: ["VIDEO_GENERATION_SUCCESS"] }],
    ["POST /v1/reachability-check", {}],
  ])("%s names a callback URL of 80,000 characters as what is wrong", async (at, more) => {
    const { key } = await account();
    const callbackUrl = `https://receiver.example/${"a".repeat(80_000)}`;
    const { status, body } = await api(at, { key, body: { callbackUrl, ...more } });
    expect([status, body.code]).toEqual([400, 40002]);
    expect(body.issues).toEqual([
      { path: "callbackUrl", message: expect.stringContaining("at most 2048 are allowed") },
    ]);
  });

  test("invisible characters are removed from names; joined emoji and scripts stay", async () => {
    const service = { key: await keyOf(null, scopes) };
    const person = await browser(await operator());
    const { key } = await account();
    const { id: webhookId } = await webhook(key);
    const hidden = "\u202E \u200BA\u200Dc\u00ADm\u2067e\u{E0041} 👩‍💻 می‌خواهم\u2069\u200F ";
    const seen = "Acme 👩‍💻 می‌خواهم";
    for (const [at, caller, body, member] of [
      ["POST /v1/accounts", service, {}, "name"],
      ["POST /v1/api-keys", { key }, { scopes: ["webhooks:read"] }, "name"],
      ["POST /v1/views", { headers: person.headers }, { query: "status=failed" }, "name"],
      ["POST /v1/inbox/bins", { key }, {}, "name"],
      [`PUT /v1/webhooks/${webhookId}/settings`, { key }, {}, "label"],
    ] as const) {
      const made = await api(at, { ...caller, body: { ...body, [member]: hidden } });
      expect(made.body[member], at).toBe(seen);
      const empty = await api(at, { ...caller, body: { ...body, [member]: "\u200B\u202E" } });
      expect([empty.status, empty.body.issues?.[0].path], at).toEqual([400, member]);
    }
    const { body } = await api("GET /v1/audit?action=api_key.issued", { key });
    expect(body.entries).toMatchObject([{ targetName: seen, after: { name: seen } }]);
  });

  test("actor names and request ids contain no NUL", async () => {
    const { key } = await account();
    for (const word of ["actor", "request"]) {
      const { status, body } = await api(`GET /v1/audit?${word}=%00`, { key });
      expect([status, body.issues[0].path]).toEqual([400, word]);
    }
  });

  test("a response names at most a hundred issues", async () => {
    const { key } = await account();
    const body = { events: Array(1000).fill({ event: "NOTHING" }) };
    const answer = await api("POST /v1/events/batch", { key, body });
    expect(answer.body.issues).toHaveLength(100);
    expect(answer.body.message).toContain("(and 999 more)");
  });
});

/** Text that does not compress, so that an index could not store it. */
function noise(length: number): string {
  let state = 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(33 + (state % 90));
  };
  return Array.from({ length }, next).join("");
}

test("the documented number of extras is accepted, and no more", async () => {
  const { key } = await account();
  const { eventTypes } = (await api("GET /v1/event-types", { key })).body;
  for (const { name, sample, schema } of eventTypes) {
    const most = Number(/^At most (\d+) members$/.exec(schema.properties.extras.description)?.[1]);
    const publish = (length: number) => {
      const extras = Object.fromEntries(Array.from({ length }, (_, n) => [`extra-${n}`, "a"]));
      return api("POST /v1/events", { key, body: { event: name, data: { ...sample, extras } } });
    };
    expect((await publish(most)).status).toBe(202);
    expect((await publish(most + 1)).body.issues).toMatchObject([{ path: "data.extras" }]);
  }
});

const searches = every.filter(({ endpoint }) => endpoint.query && "q" in endpoint.query.shape);

test.each(searches)("$name documents the longest search text", async ({ endpoint }) => {
  const { key } = await account();
  const { body: document } = await api("GET /v1/openapi.json");
  const { parameters } = document.paths[endpoint.path].get;
  const { schema } = parameters.find(({ name }: { name: string }) => name === "q");
  const answer = (length: number) => api(`${line(endpoint)}?q=${"a".repeat(length)}`, { key });
  expect((await answer(schema.maxLength)).status).toBe(200);
  expect((await answer(schema.maxLength + 1)).body.code).toBe(40000);
});
