import { createPublicKey, verify } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newSecret, sign } from "./signature";
import { newPrivateKey, publicHalf, signingKey } from "./signing-key";

const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";

test("makes the signature that Standard Webhooks publishes", () => {
  const signature = sign({
    keys: [signingKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")],
    id,
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  });

  expect(signature).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("a secret of 16 bytes signs", () => {
  expect(signingKey(`whsec_${"A".repeat(22)}`)).toMatchObject({ scheme: "v1" });
});

test("a secret is 32 random bytes in base64 after whsec_", () => {
  const secret = newSecret();

  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSecret()).not.toBe(secret);
});

test("during a rotation a receiver verifies with either secret, the newer signing first", () => {
  const [newer, older] = [newSecret(), newSecret()];
  const timestamp = Math.floor(Date.now() / 1000);
  const body = '{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"ü"}}';

  const signature = sign({ keys: [newer, older].map(signingKey), id, timestamp, body });

  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signature,
  };
  expect(new Webhook(newer).verify(body, headers)).toEqual(JSON.parse(body));
  expect(new Webhook(older).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow("No matching signature");
  expect(signature.split(" ")[0]).toBe(sign({ keys: [signingKey(newer)], id, timestamp, body }));
});

test("the reference library makes the same signature of any body", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.uuid(),
      fc.integer({ min: 0, max: 4_000_000_000 }),
      (body, eventId, timestamp) => {
        const secret = newSecret();
        const expected = new Webhook(secret).sign(eventId, new Date(timestamp * 1000), body);
        expect(sign({ keys: [signingKey(secret)], id: eventId, timestamp, body })).toBe(expected);
      },
    ),
  );
});

test("v1a is an Ed25519 signature that the public half verifies", () => {
  const secret = newPrivateKey();
  expect(secret).toMatch(/^whsk_[A-Za-z0-9+/]{86}==$/);
  const body = '{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"ü"}}';

  const [scheme, signature = ""] = sign({
    keys: [signingKey(secret)],
    id,
    timestamp: 7,
    body,
  }).split(",");

  const published = publicHalf(secret);
  expect(published).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
  // RFC 8410 DER: a fixed prefix before the 32 bytes.
  const head = Buffer.from("302a300506032b6570032100", "hex");
  const der = Buffer.concat([head, Buffer.from(published.slice("whpk_".length), "base64")]);
  const publicKey = createPublicKey({ key: der, format: "der", type: "spki" });
  const verifies = (content: string) =>
    verify(null, Buffer.from(content), publicKey, Buffer.from(signature, "base64"));
  expect(scheme).toBe("v1a");
  expect(verifies(`${id}.7.${body}`)).toBe(true);
  expect(verifies(`${id}.8.${body}`)).toBe(false);
});

test.each([
  "",
  "whsec_",
  `whsec_${"A".repeat(20)}`,
  "v1:0123abcd:AAAA",
  `whsk_${"A".repeat(43)}=`,
  `MfKQ${"A".repeat(40)}`,
])("%j is no signing secret, and nothing is signed with it", (text) => {
  expect(() => signingKey(text)).toThrow("it is not a signing secret");
});
