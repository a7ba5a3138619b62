import { randomInt } from "node:crypto";
import { describe, expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { newApiKey } from "@/lib/api-keys/key";
import { api, origin } from "./client";
import { account, keyOf, videoDone } from "./world";

const admin = await keyOf(null, ["admin"]);

/** Sends this many requests to the root, a few at a time. */
async function many(count: number, headersOf: (n: number) => HeadersInit): Promise<Response[]> {
  const answers: Response[] = [];
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  const worker = async () => {
    for (const n of numbers) {
      const answer = await fetch(`${origin}/v1`, { headers: headersOf(n) });
      await answer.arrayBuffer();
      answers.push(answer);
    }
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  return answers;
}

describe("a key", () => {
  test("has 600 requests a minute, stated in headers", async () => {
    const { id, key } = await account();
    const other = await keyOf(id, scopes);
    const first = await api("GET /v1", { key });
    expect(first.headers.get("ratelimit-policy")).toBe('"key";q=600;w=60');
    expect(first.headers.get("ratelimit")).toBe('"key";r=599;t=60');
    const refused = await api("GET /v1/webhooks?limit=no", { key });
    expect(refused.headers.get("ratelimit")).toMatch(/^"key";r=598;t=\d+$/);

    const answers = await many(610, () => ({ "x-api-key": key }));
    const held = answers.filter(({ status }) => status === 429);
    expect([answers.length, held.length]).toEqual([610, 12]);
    expect((await api("GET /v1", { key })).body.code).toBe(42900);
    expect(held[0]!.headers.get("ratelimit")).toMatch(/^"key";r=0;t=\d+$/);
    expect(Number(held[0]!.headers.get("retry-after"))).toBeLessThanOrEqual(60);

    const published = await api("POST /v1/events", { key, body: videoDone });
    expect(published.status).toBe(202);
    expect(published.headers.get("ratelimit")).toMatch(/^"events";r=/);
    expect((await api("GET /v1", { key: other })).status).toBe(200);
  });

  test("whose requests to publish were refused 600 times in a minute publishes after it", async () => {
    const { id, key } = await account();
    const invalid = { ...videoDone, data: { videoId: "", note: "x".repeat(250 * 1024) } };
    // Each counts eight times: once for each 32 KiB.
    for (let n = 0; n < 75; n++) {
      expect((await api("POST /v1/events", { key, body: invalid })).body.code).toBe(40000);
    }
    const json = { "content-type": "application/json" };
    const keyed = { ...json, "idempotency-key": "once" };
    const refused = [
      await api("POST /v1/events", { key, body: videoDone }),
      await api("POST /v1/events", { key, body: videoDone, headers: keyed }),
      // Not parsed any more, or it would be answered 40001.
      await api("POST /v1/events/batch", { key, raw: "{", headers: json }),
    ];
    for (const { body, headers } of refused) {
      expect(body.code).toBe(42900);
      expect(headers.get("ratelimit-policy")).toBe('"refused";q=600;w=60');
      expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
    }
    expect((await api("GET /v1/webhooks", { key })).status).toBe(200);
    const other = await keyOf(id, scopes);
    expect((await api("POST /v1/events", { key: other, body: videoDone })).status).toBe(202);
  });

  test("that publishes more than is refused has no such limit, and repeats are not published again", async () => {
    const { key } = await account();
    const event = { ...videoDone, data: { videoId: "v", note: "x".repeat(250 * 1024) } };
    const valid = { events: Array.from({ length: 32 }, () => event) };
    const invalid = { events: [...valid.events, { event: "NOTHING" }] };
    const headers = { "idempotency-key": "valid" };
    const send = async (body: object) =>
      (await api("POST /v1/events/batch", { key, body, headers: body === valid ? headers : {} }))
        .status;
    // A batch of 8 MiB counts 256 times.
    expect(await send(invalid)).toBe(400);
    expect(await send(invalid)).toBe(400);
    expect(await send(valid)).toBe(202);
    expect(await send(invalid)).toBe(400);
    // A repeat, which makes up for nothing.
    expect(await send(valid)).toBe(202);
    expect(await send(invalid)).toBe(400);
    expect(await send(invalid)).toBe(429);
  });

  test("that is over a limit of its account publishes as soon as the limit allows it", async () => {
    const { id, key } = await account();
    const setLimit = (eventsPerDay: number | null) =>
      api(`PUT /v1/accounts/${id}/limits`, { key: admin, body: { eventsPerDay } });
    const event = { ...videoDone, data: { videoId: "v", note: "x".repeat(250 * 1024) } };
    const body = { events: Array.from({ length: 32 }, () => event) };
    await setLimit(1);
    // Those with a key are read before they are refused: 8 MiB would count 256 times.
    for (const n of [1, 2, 3]) {
      const headers = { "idempotency-key": `${n}` };
      const refused = await api("POST /v1/events/batch", { key, body, headers });
      expect(refused.body.code).toBe(42900);
      expect(refused.headers.get("ratelimit-policy")).toContain('"events-today"');
    }
    await setLimit(null);
    expect((await api("POST /v1/events", { key, body: videoDone })).status).toBe(202);
  });

  test("that may not publish is counted for trying", async () => {
    const { id } = await account();
    const key = await keyOf(id, ["webhooks:read"]);
    const { status, headers } = await api("POST /v1/events", { key, body: videoDone });
    expect(status).toBe(403);
    expect(headers.get("ratelimit")).toBe('"key";r=599;t=60');
  });

  test("that is wrong gets 429 after sixty a minute; a valid one is always accepted", async () => {
    const { key } = await account();
    // One customer of IPv6 has many addresses.
    const network = `2001:db8:${randomInt(0x10000).toString(16)}:7`;
    const headers = { "x-forwarded-for": `${network}::1` };
    const answers = await many(70, (n) => ({
      "x-forwarded-for": `${network}::${n}`,
      "x-api-key": n % 2 ? "wrong" : newApiKey(),
    }));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(60);
    const held = answers.filter(({ status }) => status === 429);
    expect(held).toHaveLength(10);
    expect(held[0]!.headers.get("ratelimit-policy")).toBe('"wrong-keys";q=60;w=60');
    expect((await api("GET /v1", { key, headers })).status).toBe(200);
    expect((await api("GET /v1", { key: "wrong" })).status).toBe(401);
  });
});
