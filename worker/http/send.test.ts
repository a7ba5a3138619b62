import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { newSecret } from "@/lib/outbound/signature";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { leasedDelivery } from "@/tests/leased-delivery";
import { type Answer, misbehave, type Receiver, startReceiver } from "@/tests/receiver";
import { hasTime, send } from "./send";

const policy = targetPolicy({ ALLOW_PRIVATE_CIDRS: "127.0.0.0/8", CALLBACK_HTTPS_ONLY: false });
const agent = guardedAgent(policy);
const secret = newSecret();

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(async () => {
  await agent.destroy();
  await receiver.close();
});

const claimed = (overrides: Partial<LeasedDelivery> = {}): LeasedDelivery =>
  leasedDelivery({
    callbackUrl: `${receiver.url}?token=a'b%20c&d=[1]`,
    secrets: [secret],
    ...overrides,
  });

const sendTo = (answer: Answer, overrides: Partial<LeasedDelivery> = {}) => {
  receiver.answer(answer);
  return send(claimed(overrides), { agent, policy });
};

test.each([
  [0, "", true],
  [4, "1234", true],
  [16_384, "123456", false],
])(
  "of an answer's body at most %s bytes are kept, if the installation says so",
  async (keptBytes, kept, truncated) => {
    receiver.answer({ status: 500, body: "123456" });
    const outcome = await send(claimed(), { agent, policy, keptBytes });
    expect([outcome.responseBody?.toString(), outcome.truncated]).toEqual([kept, truncated]);
    expect(outcome).toMatchObject({ statusCode: 500, cause: "http_5xx" });
  },
);

describe("a request", () => {
  test("carries the published bytes, a signature that verifies, and the query as it was given", async () => {
    const older = newSecret();
    await sendTo(200, { secrets: [secret, older] });

    const { method, path, headers, body } = (await receiver.waitFor(1))[0]!;
    expect(method).toBe("POST");
    expect(path).toBe("/hook?token=a'b%20c&d=[1]");
    expect(body).toBe(
      '{"event":"VIDEO_GENERATION_SUCCESS","data":{ "videoId":"v1",  "videoName":"Grüße" }}',
    );
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^Postback\/\d+\.\d+\.\d+$/),
      "accept-encoding": "identity",
      "webhook-id": claimed().eventId,
    });
    const signed = headers as Record<string, string>;
    expect(new Webhook(secret).verify(body, signed)).toEqual(JSON.parse(body));
    expect(new Webhook(older).verify(body, signed)).toEqual(JSON.parse(body));
  });

  test("uses the time of the database, not of the worker", async () => {
    await sendTo(200, { now: new Date("2030-01-01T00:00:00Z") });

    const { headers } = (await receiver.waitFor(1))[0]!;
    expect(headers["webhook-timestamp"]).toBe(String(Date.parse("2030-01-01T00:00:00Z") / 1000));
  });

  test("is signed at the time that it is sent, not claimed", async () => {
    const now = new Date("2030-01-01T00:00:00Z");
    await sendTo(200, { now, claimedAt: performance.now() - 14_000 });

    const { headers } = (await receiver.waitFor(1))[0]!;
    expect(Number(headers["webhook-timestamp"])).toBeGreaterThanOrEqual(now.getTime() / 1000 + 14);
  });

  test("is recorded with the headers that went over the wire", async () => {
    const { requestHeaders } = await sendTo(200);

    const { headerList } = (await receiver.waitFor(1))[0]!;
    expect(requestHeaders).toEqual(headerList);
  });

  test("carries custom headers after the standard ones; the log stores only their names", async () => {
    const headers = JSON.stringify({ Authorization: "Bearer 0123", "x-tenant": "7" });

    const { requestHeaders } = await sendTo(200, { headers });

    const { headerList } = (await receiver.waitFor(1))[0]!;
    expect(headerList.slice(-3, -1)).toEqual([
      ["Authorization", "Bearer 0123"],
      ["x-tenant", "7"],
    ]);
    const hidden = headerList.map(([name, value]) => [
      name,
      ["Authorization", "x-tenant"].includes(name) ? "***" : value,
    ]);
    expect(requestHeaders).toEqual(hidden);
  });

  test("is timed in its phases; on a kept connection there is only the last", async () => {
    const fresh = guardedAgent(policy, async () => [{ address: "127.0.0.1", family: 4 }]);
    const callbackUrl = receiver.url.replace("127.0.0.1", "hooks.example");
    const whole = expect.any(Number);
    receiver.answer(200);

    const first = await send(claimed({ callbackUrl }), { agent: fresh, policy });
    await new Promise(setImmediate);
    const second = await send(claimed({ callbackUrl }), { agent: fresh, policy });

    expect(first.phases).toEqual({
      dnsMs: whole,
      connectMs: whole,
      tlsMs: null,
      firstByteMs: whole,
    });
    expect(second.phases).toEqual({
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      firstByteMs: whole,
    });
    await fresh.destroy();
  });
});

describe("the status line decides", () => {
  test.each([
    [200, null],
    [204, null],
    [299, null],
    [301, "redirect"],
    [304, "redirect"],
    [400, "http_4xx"],
    [404, "http_4xx"],
    [410, "gone"],
    [429, "http_429"],
    [500, "http_5xx"],
    [503, "http_5xx"],
    [999, "http_5xx"],
  ])("%i: %s", async (status, cause) => {
    expect(await sendTo(status)).toMatchObject({ statusCode: status, cause });
  });

  test("a redirect is not followed", async () => {
    const headers = { location: `${receiver.url}/elsewhere` };

    const { cause, error } = await sendTo({ status: 302, headers });

    expect(cause).toBe("redirect");
    expect(error).toBe(
      "127.0.0.1 answered 302; redirects are not followed. Change the callback URL to the final address.",
    );
    expect(receiver.received).toHaveLength(1);
    const { error: unchanged } = await sendTo(304);
    expect(unchanged).toBe("127.0.0.1 answered 304; redirects are not followed.");
  });

  test.each([
    ["breaks off", misbehave.resetAfterHeaders],
    ["drips", misbehave.dripBody],
    ["never ends", misbehave.endlessBody],
  ])("200 is success though its body %s", async (_how, answer) => {
    const outcome = await sendTo(answer);

    expect(outcome).toMatchObject({ cause: null, error: null, statusCode: 200, truncated: true });
    expect(outcome.responseBody!.length).toBeLessThanOrEqual(16 * 1024);
  });

  test("a body that drips is left after two seconds, long before the deadline", async () => {
    const outcome = await sendTo(misbehave.dripBody, { deadlineSeconds: 30 });

    expect(outcome).toMatchObject({ cause: null, statusCode: 200, truncated: true });
    expect(outcome.durationMs).toBeLessThan(15_000);
  });
});

describe("the response is stored", () => {
  test("headers in order and as spelled, bytes as they are", async () => {
    const body = Buffer.from([0x7b, 0, 0xff]);
    // Node writes ISO 8859-1.
    const headers = { "X-Second": "bü", "X-First": "a" };

    const outcome = await sendTo({ status: 500, headers, body });

    expect(outcome.responseBody).toEqual(body);
    expect(outcome.truncated).toBe(false);
    expect(outcome.responseHeaders!.slice(0, 2)).toEqual([
      ["X-Second", "bü"],
      ["X-First", "a"],
    ]);
  });

  test.each([
    [16 * 1024, false],
    [16 * 1024 + 1, true],
    [1_000_000, true],
  ])("of a body of %i bytes the first 16 KiB; cut: %s", async (size, truncated) => {
    const outcome = await sendTo({ status: 200, body: Buffer.alloc(size, "x") });

    expect(outcome.responseBody).toHaveLength(16 * 1024);
    expect(outcome.truncated).toBe(truncated);
  });

  test("Retry-After of 429 and 503, and of no other", async () => {
    const headers = { "retry-after": "120" };

    expect(await sendTo({ status: 429, headers })).toMatchObject({ retryAfterMs: 120_000 });
    const spelled = { "Retry-After": "60" };
    expect(await sendTo({ status: 503, headers: spelled })).toMatchObject({ retryAfterMs: 60_000 });
    expect(await sendTo({ status: 500, headers })).toMatchObject({ retryAfterMs: null });
  });
});

test("a forbidden address is blocked before anything is opened", async () => {
  const strict = targetPolicy({ ALLOW_PRIVATE_CIDRS: "", CALLBACK_HTTPS_ONLY: false });

  const outcome = await send(claimed(), { agent, policy: strict });

  expect(outcome).toMatchObject({ cause: "blocked", requestHeaders: null });
  expect(receiver.received).toHaveLength(0);
});

test("an unsigned request is never sent", async () => {
  const outcome = await sendTo(200, { secrets: [] });

  expect(outcome).toMatchObject({ cause: "internal", requestHeaders: null });
  expect(receiver.received).toHaveLength(0);
});

test("a claim held for too long is not sent: its lease might end before its deadline", () => {
  expect(hasTime(claimed())).toBe(true);
  expect(hasTime(claimed({ claimedAt: performance.now() - 15_000 }))).toBe(false);
});
