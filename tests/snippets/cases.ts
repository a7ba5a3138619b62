import { createHmac } from "node:crypto";
import { newSecret, sign } from "@/lib/outbound/signature";
import { newPrivateKey, publicHalf, signingKey } from "@/lib/outbound/signing-key";

type Headers = Record<string, string>;
type Request = { headers: Headers; body: string };
export type Case = Request & { secret: string; verdict: boolean | "throws" };

const text = '{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"v1","videoName":"Grüße 🎬"}}';
const now = Math.floor(Date.now() / 1000);

/** Expected verdict of each snippet, by kind of request. */
export type Cases = Record<string, Case>;

export function sharedSecretCases(): Cases {
  const secret = newSecret();
  const genuine = signed([secret]);
  return {
    ...alike(secret, secret, newSecret(), genuine),
    "the second of two signatures": { ...signed([newSecret(), secret]), secret, verdict: true },
    "a v1 signature beside a v1a signature": {
      ...signed([newPrivateKey(), secret]),
      secret,
      verdict: true,
    },
    "a v1a signature alone": { ...signed([newPrivateKey()]), secret, verdict: false },
    "the signature without its version": {
      ...withSignature(genuine, (text) => text.replace("v1,", "")),
      secret,
      verdict: false,
    },
    ...throwing(genuine, ["", "whsec_", "whsec_AAAA", secret.slice(6), `${secret}!`, ` ${secret}`]),
    ...throwing(signedWithNothing(), ["", "whsec_"]),
    ...throwing({ headers: {}, body: genuine.body }, ["", "whsec_"]),
  };
}

export function publicKeyCases(): Cases {
  const [mine, other] = [newPrivateKey(), newPrivateKey()];
  const publicKey = publicHalf(mine);
  const genuine = signed([mine]);
  return {
    ...alike(mine, publicKey, other, genuine),
    "the second of two signatures": {
      ...signed([other, mine]),
      secret: publicKey,
      verdict: true,
    },
    "a v1a signature beside a v1 signature": {
      ...signed([newSecret(), mine]),
      secret: publicKey,
      verdict: true,
    },
    "a v1 signature alone": { ...signed([newSecret()]), secret: publicKey, verdict: false },
    ...throwing(genuine, ["", "whpk_", "whpk_AAAA", publicKey.slice(5), `${publicKey}A`, mine]),
    ...throwing({ headers: {}, body: genuine.body }, ["", "whpk_"]),
  };
}

/** @param signer signs as Postback does; `secret` is what the receiver has of it */
function alike(signer: string, secret: string, stranger: string, genuine: Request): Cases {
  const cases: Record<string, [Request, boolean]> = {
    "what Postback signs": [genuine, true],
    "another body": [{ ...genuine, body: base64(`${text} `) }, false],
    "other bytes that decode to the same text": [
      { ...signed([signer], now, "\uFFFD"), body: base64(Buffer.from([0xff])) },
      false,
    ],
    "another secret": [signed([stranger]), false],
    "an old request": [signed([signer], 1_614_265_330), false],
    "a request of ten minutes ago": [signed([signer], now - 600), false],
    "a time to come": [signed([signer], now + 900), false],
    "a fresh time on an old signature": [
      withHeader(signed([signer], now - 600), "webhook-timestamp", String(now)),
      false,
    ],
    "no time": [withHeader(genuine, "webhook-timestamp", ""), false],
    "a time in words": [withHeader(genuine, "webhook-timestamp", "soon"), false],
    "a time in other digits": [withHeader(genuine, "webhook-timestamp", "²"), false],
    "a time too long": [withHeader(genuine, "webhook-timestamp", "9".repeat(5000)), false],
    "another id": [withHeader(genuine, "webhook-id", "e2"), false],
    "no id": [withHeader(genuine, "webhook-id", ""), false],
    "no signature": [withHeader(genuine, "webhook-signature", ""), false],
    "a signature without bytes": [withSignature(genuine, (one) => one.replace(/,.*/, ",")), false],
    "a truncated signature": [withSignature(genuine, (one) => one.slice(0, -4)), false],
    "a signature cut to a byte": [
      withSignature(genuine, (one) => one.replace(/,.*/, ",AA==")),
      false,
    ],
    "a signature that is no base64": [
      withSignature(genuine, (one) => one.replace(/,.*/, ",***")),
      false,
    ],
    "an id that is no ASCII": [withHeader(genuine, "webhook-id", "ÿ"), false],
    "a time that is no ASCII": [withHeader(genuine, "webhook-timestamp", "ÿ"), false],
    "a signature that is no ASCII": [
      withSignature(genuine, (one) => one.replace(/,.*/, ",ÿ")),
      false,
    ],
    "no headers": [{ ...genuine, headers: {} }, false],
  };
  return Object.fromEntries(
    Object.entries(cases).map(([name, [request, verdict]]) => [
      name,
      { ...request, secret, verdict },
    ]),
  );
}

/** Requests for which a receiver with such a secret must return no verdict. */
function throwing(request: Request, secrets: string[]): Cases {
  const names = secrets.map((secret) => [
    `the secret ${JSON.stringify(secret)} with ${JSON.stringify(request.headers)}`,
    { ...request, secret, verdict: "throws" as const },
  ]);
  return Object.fromEntries(names);
}

/** The forgery that is possible for a receiver with an empty secret. */
function signedWithNothing(): Request {
  const content = `e1.${now}.${text}`;
  return {
    headers: {
      "webhook-id": "e1",
      "webhook-timestamp": String(now),
      "webhook-signature": `v1,${createHmac("sha256", "").update(content).digest("base64")}`,
    },
    body: base64(text),
  };
}

function signed(secrets: string[], timestamp = now, body = text): Request {
  const keys = secrets.map(signingKey);
  return {
    headers: {
      "webhook-id": "e1",
      "webhook-timestamp": String(timestamp),
      "webhook-signature": sign({ keys, id: "e1", timestamp, body }),
    },
    body: base64(body),
  };
}

function withHeader({ headers, body }: Request, name: string, value: string): Request {
  return { headers: { ...headers, [name]: value }, body };
}

function withSignature(request: Request, change: (signature: string) => string): Request {
  const { "webhook-signature": signature = "" } = request.headers;
  return withHeader(request, "webhook-signature", change(signature));
}

function base64(body: string | Buffer): string {
  return Buffer.from(body).toString("base64");
}
