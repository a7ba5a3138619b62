import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, test } from "vitest";
import { attempts } from "@/db/schema/deliveries";
import { newSecret, sign } from "@/lib/outbound/signature";
import { newPrivateKey, publicHalf, signingKey } from "@/lib/outbound/signing-key";
import { api } from "./client";
import { account, db, delivery } from "./world";

const timestamp = Math.floor(Date.now() / 1000);
const body = '{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"video-1"}}';

let key: string;
let made: Awaited<ReturnType<typeof delivery>>;
let current: string;
beforeEach(async () => {
  ({ key } = await account());
  made = await delivery(key);
  current = (await api(`GET /v1/webhooks/${made.webhookId}/secret`, { key })).body.secret;
  const startedAt = new Date((timestamp - 3600) * 1000);
  await db
    .insert(attempts)
    .values({ deliveryId: made.id, number: 1, trigger: "event", startedAt, durationMs: 1 });
});

type Request = { id: string; timestamp: string; signature: string; body: string };

/** A request signed with the reference library by default, then changed. */
function request(changed: Partial<Request> = {}, secret = current) {
  const id = made.eventId;
  const signature = new Webhook(secret).sign(id, new Date(timestamp * 1000), body);
  const came = { id, timestamp: String(timestamp), signature, body, ...changed };
  const headers = {
    "Webhook-Id": came.id,
    "Webhook-Timestamp": came.timestamp,
    "Webhook-Signature": came.signature,
  };
  return { headers, body: came.body };
}

const check = async (came: object, by: object = { webhookId: made.webhookId }) => {
  const answer = await api("POST /v1/signature-check", { key, body: { ...came, ...by } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const hmac = (secret: string | Buffer, content: string) =>
  createHmac("sha256", secret).update(content);
const bytes = (secret: string) => Buffer.from(secret.slice("whsec_".length), "base64");
const content = () => `${made.eventId}.${timestamp}.${body}`;

describe("a signature that fits", () => {
  test("reports the matching secret", async () => {
    expect(await check(request())).toEqual({
      valid: true,
      secret: "current",
      reason: null,
      message: "The signature was made with the current secret.",
    });
    expect(await check(request(), { secret: current })).toMatchObject({ secret: "given" });

    const rotated = { key, body: { overlapSeconds: 3600 } };
    await api(`POST /v1/webhooks/${made.webhookId}/secret/rotate`, rotated);
    expect(await check(request())).toMatchObject({ valid: true, secret: "previous" });
  });

  test("counts beside others that do not", async () => {
    const { headers } = request();
    const signature = `v2,abc v1,${"A".repeat(43)}= ${headers["Webhook-Signature"]}`;
    expect(await check(request({ signature }))).toMatchObject({ valid: true });
  });

  test("reports a match although receivers would reject its age", async () => {
    const old = timestamp - 7200;
    const signature = new Webhook(current).sign(made.eventId, new Date(old * 1000), body);
    const { valid, message } = await check(request({ signature, timestamp: String(old) }));
    expect(valid).toBe(true);
    expect(message).toMatch(
      /Its timestamp is 72\d\d seconds off; receivers refuse more than 300\./,
    );
  });

  test("of an Ed25519 key is verified with its public half", async () => {
    const secret = newPrivateKey();
    const keys = [signingKey(secret)];
    const signature = sign({ keys, id: made.eventId, timestamp, body });
    const by = { secret: publicHalf(secret) };
    expect(await check(request({ signature }), by)).toMatchObject({ valid: true, secret: "given" });
    expect(await check(request({ signature, body: "{}" }), by)).toMatchObject({ valid: false });
    expect(await check(request(), by)).toMatchObject({ valid: false });
  });
});

describe("reasons for a mismatch", () => {
  const v1 = (signature: string) => `v1,${signature}`;

  test.each<[string, () => Partial<Request>, string]>([
    ["another id", () => ({ id: "0190a1b2-0000-7000-8000-000000000001" }), "wrong_id"],
    ["no id of ours", () => ({ id: "msg_1" }), "wrong_id"],
    ["another body", () => ({ body: body.replace("video-1", "video-2") }), "body_changed"],
    ["a body written again", () => ({ body: `${body}\n` }), "body_rewritten"],
    [
      "a body parsed and indented",
      () => ({ body: JSON.stringify(JSON.parse(body), null, 2) }),
      "body_rewritten",
    ],
    ["a time in milliseconds", () => ({ timestamp: `${timestamp}000` }), "malformed_timestamp"],
    ["a time in words", () => ({ timestamp: "now" }), "malformed_timestamp"],
    ["no version", () => ({ signature: "abc=" }), "malformed_signature"],
    ["a signature that was cut", () => ({ signature: "v1,abc" }), "malformed_signature"],
    [
      "more signatures than a request has",
      () => ({
        signature: Array(400)
          .fill(`v1a,${"A".repeat(86)}==`)
          .join(" "),
      }),
      "malformed_signature",
    ],
    [
      "the secret's text as key",
      () => ({ signature: v1(hmac(current, content()).digest("base64")) }),
      "secret_encoding",
    ],
    [
      "the secret's text without its beginning",
      () => ({ signature: v1(hmac(current.slice(6), content()).digest("base64")) }),
      "secret_encoding",
    ],
    [
      "hex",
      () => ({ signature: v1(hmac(bytes(current), content()).digest("hex")) }),
      "signature_encoding",
    ],
    [
      "the body alone",
      () => ({ signature: v1(hmac(bytes(current), body).digest("base64")) }),
      "content_incomplete",
    ],
    [
      "another secret",
      () => ({ signature: v1(hmac("other", content()).digest("base64")) }),
      "no_match",
    ],
  ])("%s", async (_what, changed, reason) => {
    expect(await check(request(changed()))).toMatchObject({ valid: false, secret: null, reason });
  });

  test("a timestamp that matches no attempt, with the right one", async () => {
    const sent = timestamp - 3600;
    const signature = new Webhook(current).sign(made.eventId, new Date(sent * 1000), body);
    const { reason, message } = await check(request({ signature }));
    expect(reason).toBe("wrong_timestamp");
    expect(message).toContain(`which is ${sent}.`);
  });

  test.each(["Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"])("no %s", async (name) => {
    const { headers } = request();
    const others = Object.entries(headers).filter(([each]) => each !== name);
    const { reason, message } = await check({ body, headers: Object.fromEntries(others) });
    expect([reason, message]).toEqual([
      "missing_header",
      `The request has no header ${name.toLowerCase()}.`,
    ]);
  });
});

describe("the request", () => {
  const ask = (by: object) =>
    api("POST /v1/signature-check", { key, body: { ...request(), ...by } });

  test("contains a secret or a webhook, not both", async () => {
    const secret = newSecret();
    const asked = [{}, { secret, webhookId: made.webhookId }, { secret: "hunter2" }];
    for (const by of asked) {
      const { status, body, text } = await ask(by);
      expect([status, body.issues[0].path]).toEqual([400, "secret"]);
      expect(text).not.toContain("hunter2");
    }
  });

  test("has at most two hundred headers", async () => {
    const headers = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`x-${n}`, ""]));
    const by = { secret: current, headers };
    expect((await ask(by)).body.reason).toBe("missing_header");
    const { status, body } = await ask({ ...by, headers: { ...headers, more: 1 } });
    expect([status, body.issues]).toEqual([
      400,
      [{ path: "headers", message: "Give at most 200 headers" }],
    ]);
  });

  test("covers own webhooks and events only, and returns no signature", async () => {
    const other = await account();
    const body = { ...request(), webhookId: made.webhookId };
    const foreign = await api("POST /v1/signature-check", { key: other.key, body });
    expect([foreign.status, foreign.body.code]).toEqual([404, 40400]);

    const came = { ...request({ body: "{}" }), secret: current };
    const blind = await api("POST /v1/signature-check", { key: other.key, body: came });
    expect(blind.body.reason).toBe("wrong_id");
    expect(blind.text).not.toContain(request().headers["Webhook-Signature"].slice(3));
  });
});
