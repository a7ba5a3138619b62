import postgres from "postgres";
import { describe, expect, inject, test } from "vitest";
import { api } from "./client";
import { account, videoDone } from "./world";

const draft = { callbackUrl: "https://receiver.example/hook", events: ["AVATAR_TRAINING_FAILED"] };

/**
 * Locks the account's row, so that every change of the account waits while holding its database connection. Uses its
 * own connection, because the product ends transactions that are idle for long.
 */
async function hold(accountId: string) {
  const client = postgres(inject("databaseUrl"), { max: 1, onnotice() {} });
  await client`begin`;
  await client`select from accounts where id = ${accountId} for update`;
  return () => client.end();
}

describe("concurrent requests of one account", () => {
  test("leave connections to other accounts", async () => {
    const [busy, other] = [await account(), await account()];
    const release = await hold(busy.id);
    const creates = Array.from({ length: 95 }, () =>
      api("POST /v1/webhooks", { key: busy.key, body: draft }),
    );
    try {
      const asked = [
        ["GET /v1/webhooks", undefined],
        ["POST /v1/webhooks", draft],
        ["POST /v1/events", videoDone],
        ["GET /v1/deliveries", undefined],
      ] as const;
      const answers = await Promise.all(
        asked.map(([line, body]) => api(line, { key: other.key, body })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 201, 202, 200]);
    } finally {
      await release();
    }
    await Promise.all(creates);
  });

  test("leave reads of the log to other accounts", async () => {
    const [one, two, other] = [await account(), await account(), await account()];
    const client = postgres(inject("databaseUrl"), { max: 1, onnotice() {} });
    await client`begin`;
    await client`lock table operational_events in access exclusive mode`;
    const blocked = [one, two].flatMap(({ key }) =>
      Array.from({ length: 10 }, () => api("GET /v1/operational-events", { key })),
    );
    const listed = api("GET /v1/deliveries", { key: other.key });
    const first = await Promise.race([listed, ...blocked]);
    await client.end();
    expect(first).toBe(await listed);
    expect(first.status).toBe(200);
    await Promise.all(blocked);
  });

  test("are refused with Retry-After above the limit", async () => {
    const { id, key } = await account();
    const release = await hold(id);
    const many = Array.from({ length: 150 }, () => api("POST /v1/webhooks", { key, body: draft }));
    const first = await Promise.race(many);
    await release();
    expect([first.status, first.body.code]).toEqual([429, 42900]);
    expect(first.headers.get("retry-after")).toBe("1");
    expect(first.body.message).toContain("send fewer in parallel");
    await Promise.all(many);
  });
});
