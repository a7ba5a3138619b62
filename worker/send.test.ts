import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { newSecret } from "@/lib/outbound/signature";
import type { Claimed } from "@/lib/queue/claimed";
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

const claimed = (overrides: Partial<Claimed> = {}): Claimed => ({
  deliveryId: "0190a1b2-0000-7000-8000-000000000001",
  attempt: 1,
  step: 1,
  trigger: "event",
  eventId: "0190a1b2-0000-7000-8000-000000000002",
  event: "VIDEO_GENERATION_SUCCESS",
  data: '{ "videoId":"v1",  "videoName":"Grüße" }',
  webhookId: "0190a1b2-0000-7000-8000-000000000003",
  callbackUrl: `${receiver.url}?token=a'b%20c&d=[1]`,
  deadlineSeconds: 1,
  slow: false,
  phase: "closed",
  cooldownSeconds: null,
  secrets: [secret],
  now: new Date(),
  claimedAt: performance.now(),
  ...overrides,
});

const sendTo = (answer: Answer, overrides: Partial<Claimed> = {}) => {
  receiver.answer(answer);
  return send(claimed(overrides), { agent, policy });
};

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

  test("bears the database's time, not the worker's", async () => {
    await sendTo(200, { now: new Date("2030-01-01T00:00:00Z") });

    const { headers } = (await receiver.waitFor(1))[0]!;
    expect(headers["webhook-timestamp"]).toBe(String(Date.parse("2030-01-01T00:00:00Z") / 1000));
  });

  test("is written down with the headers that went over the wire", async () => {
    const { requestHeaders } = await sendTo(200);

    const { headerList } = (await receiver.waitFor(1))[0]!;
    expect(requestHeaders).toEqual(headerList);
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
      "127.0.0.1 answered 302; redirects are not followed, so change the callback URL to where it leads.",
    );
    expect(receiver.received).toHaveLength(1);
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
});

describe("what came back is kept", () => {
  test("headers in order and as spelled, bytes as they are", async () => {
    const body = Buffer.from([0x7b, 0, 0xff]);
    const headers = { "X-Second": "b", "X-First": "a" };

    const outcome = await sendTo({ status: 500, headers, body });

    expect(outcome.responseBody).toEqual(body);
    expect(outcome.truncated).toBe(false);
    expect(outcome.responseHeaders!.slice(0, 2)).toEqual([
      ["X-Second", "b"],
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
    expect(await sendTo({ status: 503, headers })).toMatchObject({ retryAfterMs: 120_000 });
    expect(await sendTo({ status: 500, headers })).toMatchObject({ retryAfterMs: null });
  });
});

describe("without an answer", () => {
  test.each([
    ["hangs", misbehave.hang, "timeout"],
    ["drips headers", misbehave.dripHeaders, "timeout"],
    ["resets", misbehave.reset, "connect"],
    ["speaks another language", misbehave.notHttp, "body"],
    ["floods with interim answers", misbehave.floodInterim, "body"],
  ])("a receiver that %s ends as such", async (_how, answer, cause) => {
    const outcome = await sendTo(answer);

    expect(outcome).toMatchObject({ cause, statusCode: null, responseHeaders: null });
    expect(outcome.requestHeaders).not.toBeNull();
    expect(outcome.error).toMatch(/^(What )?127\.0\.0\.1 .*\.$/);
  });

  test("says how long it waited", async () => {
    const { error } = await sendTo(misbehave.hang);

    expect(error).toBe("127.0.0.1 took the request but gave no answer within 1 s.");
  });

  test("nobody listens: nothing was sent", async () => {
    const gone = await startReceiver();
    await gone.close();

    const outcome = await sendTo(200, { callbackUrl: gone.url });

    expect(outcome).toMatchObject({ cause: "connect", requestHeaders: null, statusCode: null });
  });
});

describe("a connection that breaks before the answer", () => {
  test("is tried once more at once when it was kept from before: the receiver had just closed it", async () => {
    const fresh = guardedAgent(policy);
    receiver.answer(200, misbehave.reset, 200);
    await send(claimed(), { agent: fresh, policy });
    // It is kept from the next turn of the event loop on.
    await new Promise(setImmediate);

    const outcome = await send(claimed(), { agent: fresh, policy });

    expect(outcome).toMatchObject({ cause: null, statusCode: 200 });
    expect(receiver.received).toHaveLength(3);
    await fresh.destroy();
  });

  test("is a failure when it was new", async () => {
    const fresh = guardedAgent(policy);
    receiver.answer(misbehave.reset, 200);

    const outcome = await send(claimed(), { agent: fresh, policy });

    expect(outcome).toMatchObject({ cause: "connect", statusCode: null });
    expect(receiver.received).toHaveLength(1);
    await fresh.destroy();
  });
});

test("a forbidden address is blocked before anything is opened", async () => {
  const strict = targetPolicy({ ALLOW_PRIVATE_CIDRS: "", CALLBACK_HTTPS_ONLY: false });

  const outcome = await send(claimed(), { agent, policy: strict });

  expect(outcome).toMatchObject({ cause: "blocked", requestHeaders: null });
  expect(receiver.received).toHaveLength(0);
});

test("nothing is ever sent unsigned", async () => {
  const outcome = await sendTo(200, { secrets: [] });

  expect(outcome).toMatchObject({ cause: "internal", requestHeaders: null });
  expect(receiver.received).toHaveLength(0);
});

test("a claim held for too long is not sent: its lease might end before its deadline", () => {
  expect(hasTime(claimed())).toBe(true);
  expect(hasTime(claimed({ claimedAt: performance.now() - 15_000 }))).toBe(false);
});
