import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { EventName } from "@/db/enums";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { api } from "./client";
import { account, db, keyOf, webhook } from "./world";

const url = "https://Receiver.example:8443/In/hook?token=a%20b&X=%7e&token=";
const events: EventName[] = ["VIDEO_GENERATION_SUCCESS"];
const draft = { callbackUrl: url, events };
const six = ["id", "callbackUrl", "events", "createdAt", "updatedAt", "lastTriggeredAt"];

describe("creating a webhook", () => {
  test("returns it, its location, and the URL byte for byte", async () => {
    const { key } = await account();
    const events = [
      "VIDEO_GENERATION_FAILED",
      "AVATAR_TRAINING_SUCCESS",
      "VIDEO_GENERATION_FAILED",
    ];
    const { status, headers, body } = await api("POST /v1/webhooks", {
      key,
      body: { callbackUrl: url, events },
    });
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/v1/webhooks/${body.id}`);
    expect(body.callbackUrl).toBe(url);
    expect(body.events).toEqual(["VIDEO_GENERATION_FAILED", "AVATAR_TRAINING_SUCCESS"]);
    expect(Object.keys(body)).toEqual(six.slice(0, 5));
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test("names a refused URL by its code only if nothing else is wrong", async () => {
    const { key } = await account();
    const create = (body: object) => api("POST /v1/webhooks", { key, body });
    const [one, two] = [
      await create({ callbackUrl: "x", events }),
      await create({ callbackUrl: "x", events: [] }),
    ];
    expect([one.body.code, two.body.code]).toEqual([40002, 40000]);
  });

  test.each([
    ["", "Enter"],
    ["example.com/hook", "full URL"],
    ["ftp://example.com", "full URL"],
    ["https:///hook", "full URL"],
    ["https://user:pass@example.com/", "user name"],
    ["https://@example.com/", "user name"],
    ["https://example.com/#part", "#"],
    ["https://example.com/\thook", "control"],
    [" https://example.com/", "spaces"],
    ["https://example.com/a b", "spaces"],
    [`https://example.com/${"x".repeat(2048)}`, "2048"],
  ])("refuses the URL %j and says why", async (callbackUrl, why) => {
    const { key } = await account();
    const { status, body } = await api("POST /v1/webhooks", {
      key,
      body: { ...draft, callbackUrl },
    });
    expect([status, body.code]).toEqual([400, 40002]);
    expect(body.message).toContain(why);
    expect(body.issues[0].path).toBe("callbackUrl");
  });

  test.each([
    [{ callbackUrl: url }, "events"],
    [{ events: draft.events }, "callbackUrl"],
    [{ ...draft, events: [] }, "events"],
    [{ ...draft, events: "VIDEO_GENERATION_SUCCESS" }, "events"],
    [{ ...draft, events: ["VIDEO_DELETED"] }, "events.0"],
    [{ ...draft, callbackUrl: 7 }, "callbackUrl"],
    [{ ...draft, id: "mine" }, "id"],
    [JSON.parse(`{"__proto__":{"admin":true},${JSON.stringify(draft).slice(1)}`), "__proto__"],
  ])("names the field that is wrong: %#", async (body, path) => {
    const { key } = await account();
    const answer = await api("POST /v1/webhooks", { key, body });
    expect([answer.status, answer.body.code]).toEqual([400, 40000]);
    expect(answer.body.message).toContain(path.split(".")[0]);
    expect(answer.body.issues).toContainEqual(expect.objectContaining({ path }));
  });

  test("with a service key requires an account if there are several", async () => {
    const { id } = await account();
    await account();
    const key = await keyOf(null, ["webhooks:write"]);
    const unnamed = await api("POST /v1/webhooks", { key, body: draft });
    expect([unnamed.status, unnamed.body.issues[0].path]).toEqual([400, "account"]);
    expect(unnamed.body.message).toContain("?account={id}");
    const named = await api(`POST /v1/webhooks?account=${id}`, { key, body: draft });
    expect(named.status).toBe(201);
  });

  test("ends at the account's limit of 100", async () => {
    const { id, key } = await account();
    await db
      .insert(webhooks)
      .values(Array.from({ length: 90 }, () => ({ accountId: id, ...draft })));
    const all = await Promise.all(
      Array.from({ length: 13 }, () => api("POST /v1/webhooks", { key, body: draft })),
    );
    const refused = all.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => body.code)).toEqual([40901, 40901, 40901]);
  });
});

describe("listing webhooks", () => {
  test("gives a bare array, newest first, of one's own account only", async () => {
    const [mine, theirs] = [await account(), await account()];
    await webhook(theirs.key);
    const first = await webhook(mine.key, { callbackUrl: `${url}1` });
    const second = await webhook(mine.key, { callbackUrl: `${url}2` });
    const { body } = await api("GET /v1/webhooks", { key: mine.key });
    expect(body).toEqual([second, first]);
  });

  test("is paged by Link when asked", async () => {
    const { key } = await account();
    for (let n = 0; n < 5; n++) await webhook(key, { callbackUrl: `${url}${n}` });
    const seen: string[] = [];
    let next: string | undefined = "/v1/webhooks?limit=2";
    while (next) {
      const { body, headers } = await api(`GET ${next}`, { key });
      seen.push(...body.map((one: { callbackUrl: string }) => one.callbackUrl.at(-1)));
      next = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(["4", "3", "2", "1", "0"]);
  });

  test("refuses a cursor that is not one of ours", async () => {
    const { key } = await account();
    for (const cursor of ["x", "%00", btoa("1.2"), "9".repeat(5000)]) {
      const { status, body } = await api(`GET /v1/webhooks?cursor=${cursor}`, { key });
      expect([status, body.code], cursor).toEqual([400, 40003]);
    }
  });
});

describe("changing a webhook", () => {
  test("changes the one field given and leaves the other", async () => {
    const { key } = await account();
    const { id } = await webhook(key, draft);
    const events = ["AVATAR_TRAINING_FAILED"];
    const { body: first } = await api(`PUT /v1/webhooks/${id}`, { key, body: { events } });
    expect(first).toMatchObject({ id, callbackUrl: url, events });
    const callbackUrl = "http://other.example/";
    const { body: second } = await api(`PUT /v1/webhooks/${id}`, { key, body: { callbackUrl } });
    expect(second).toMatchObject({ id, callbackUrl, events });
    expect(second.updatedAt >= first.updatedAt).toBe(true);
    expect((await api(`GET /v1/webhooks/${id}`, { key })).body).toEqual(second);
  });

  test("to another URL resets health; to the same one does not", async () => {
    const { key } = await account();
    const { id } = await webhook(key, draft);
    await db
      .insert(receivers)
      .values({ webhookId: id, slowSince: new Date(), openUntil: new Date() });
    const known = () => db.$count(receivers, eq(receivers.webhookId, id));

    await api(`PUT /v1/webhooks/${id}`, { key, body: { callbackUrl: url } });
    const { key: foreign } = await account();
    await api(`PUT /v1/webhooks/${id}`, { key: foreign, body: { callbackUrl: `${url}2` } });
    expect(await known()).toBe(1);
    await api(`PUT /v1/webhooks/${id}`, { key, body: { callbackUrl: `${url}2` } });
    expect(await known()).toBe(0);
  });

  test("with {} changes nothing", async () => {
    const { key } = await account();
    const made = await webhook(key);
    const { status, body } = await api(`PUT /v1/webhooks/${made.id}`, { key, body: {} });
    expect([status, body]).toEqual([200, made]);
  });
});

describe("deleting a webhook", () => {
  test.each([
    ["no body, but a content type", { headers: { "content-type": "application/json" } }],
    ["a body that is not JSON", { raw: "{", headers: { "content-type": "application/json" } }],
    ["nothing at all", {}],
  ])("works with %s", async (_, request) => {
    const { key } = await account();
    const { id } = await webhook(key);
    const { status, text } = await api(`DELETE /v1/webhooks/${id}`, { key, ...request });
    expect([status, text]).toEqual([204, ""]);
    expect((await api(`GET /v1/webhooks/${id}`, { key })).status).toBe(404);
    expect((await api(`DELETE /v1/webhooks/${id}`, { key })).status).toBe(404);
  });
});

describe("the root", () => {
  test.each(["/v1", "/v1/"])("%s reports whether a key is valid", async (path) => {
    const { key } = await account();
    const { status, body } = await api(`GET ${path}`, { key });
    expect(status).toBe(200);
    expect(body).toEqual({
      name: "Postback",
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      documentation: "/v1/openapi.json",
    });
    expect((await api(`GET ${path}`)).status).toBe(401);
  });

  test.each(["/v1/nothing", "/v1/webhooks/a/b/c"])("%s is no path, in any method", async (path) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const { status, body } = await api(`${method} ${path}`);
      expect([status, body.code], method).toEqual([404, 40401]);
    }
  });

  test("echoes a valid request id and generates one otherwise", async () => {
    const given = await api("GET /v1", { headers: { "x-request-id": "trace-7.a_B" } });
    expect(given.headers.get("x-request-id")).toBe("trace-7.a_B");
    const longest = "r".repeat(64);
    const long = await api("GET /v1", { headers: { "x-request-id": longest } });
    expect(long.headers.get("x-request-id")).toBe(longest);
    for (const invalid of ["a b;{}", `${longest}r`]) {
      const hostile = await api("GET /v1", { headers: { "x-request-id": invalid } });
      expect(hostile.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});
