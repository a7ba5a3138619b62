import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newSecret, sign } from "./signature";

const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";

test("makes the signature that Standard Webhooks publishes", () => {
  const signature = sign({
    secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    id,
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  });

  expect(signature).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
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

  const signature = sign({ secrets: [newer, older], id, timestamp, body });

  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signature,
  };
  expect(new Webhook(newer).verify(body, headers)).toEqual(JSON.parse(body));
  expect(new Webhook(older).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow("No matching signature");
  expect(signature.split(" ")[0]).toBe(sign({ secrets: [newer], id, timestamp, body }));
});

test("whatever the body, the reference library makes the same signature", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.uuid(),
      fc.integer({ min: 0, max: 4_000_000_000 }),
      (body, eventId, timestamp) => {
        const secret = newSecret();
        const expected = new Webhook(secret).sign(eventId, new Date(timestamp * 1000), body);
        expect(sign({ secrets: [secret], id: eventId, timestamp, body })).toBe(expected);
      },
    ),
  );
});
