import { describe, expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { newApiKey } from "@/lib/api-keys/key";
import { anyAddress, api, origin } from "./client";
import { account, keyOf, videoDone } from "./world";

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

  test("that is wrong gets 429 after sixty a minute; a valid one is always accepted", async () => {
    const { key } = await account();
    const headers = { "x-forwarded-for": anyAddress() };
    const answers = await many(70, (n) => ({
      ...headers,
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
