import { expect, test } from "vitest";
import { newSecret, sign } from "@/lib/outbound/signature";
import { newPrivateKey, publicHalf, signingKey } from "@/lib/outbound/signing-key";
import { Checker, candidateOf } from "./checker";
import { diagnose } from "./diagnose";

const id = "msg_1";
const timestamp = "1700000000";
const pair = newPrivateKey();
const secrets = Array.from({ length: 10 }, newSecret);
/** As many as a webhook may have. */
const candidates = [
  candidateOf("signing_key", publicHalf(pair)),
  ...secrets.map((secret) => candidateOf("previous", secret)),
];
const oldest = secrets.at(-1) ?? "";
const signedBy = (secret: string, at: number, body: string) =>
  sign({ keys: [signingKey(secret)], id, timestamp: at, body });
const others = Array.from({ length: 15 }, (_, n) => signedBy(pair, n, "other"));

const letters = (kibibytes: number) => "x".repeat(kibibytes * 1024);
const times = Array.from({ length: 200 }, (_, n) => `${Number(timestamp) - n - 1}`);

/** The last of all mistakes that are tried: the signature is of the earliest attempt. */
function diagnosed(body: string, beside: string[] = []) {
  const signatures = [...beside, signedBy(oldest, Number(times.at(-1)), body)];
  const known = { body, timestamps: times };
  return diagnose(candidates, { id, timestamp, signatures, body }, known, new Checker(signatures));
}

test("the last known mistake is found in a body of usual size", () => {
  expect(diagnosed(letters(2)).reason).toBe("wrong_timestamp");
});

test.each([
  ["a large body", letters(256), []],
  ["many signatures of public keys", letters(2), others],
])("not every known mistake is tried on %s", (_what, body, beside) => {
  expect(diagnosed(body, beside)).toEqual({
    reason: "no_match",
    message:
      "No secret fits, and the request is too large to try every known mistake: repeat the check with a smaller body and one signature.",
  });
});

test("all secrets and signatures are tried on the longest body", () => {
  const body = letters(512);
  const checker = new Checker([...others, signedBy(oldest, Number(timestamp), body)]);
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  expect(candidates.filter((one) => checker.fits(one, content))).toEqual([candidates.at(-1)]);
});

test.each([
  ["a deeply nested", "[".repeat(100) + Array(100).fill("1").join() + "]".repeat(100)],
  ["a long", JSON.stringify({ list: Array(20_000).fill(1) })],
])("%s body is not serialized again", (_what, body) => {
  const indented = JSON.stringify(JSON.parse(body), null, 2);
  const signatures = [signedBy(oldest, Number(timestamp), indented)];
  const request = { id, timestamp, signatures, body };
  expect(diagnose(candidates, request, null, new Checker(signatures)).reason).toBe("wrong_id");
});
