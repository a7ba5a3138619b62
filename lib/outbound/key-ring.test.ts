import { expect, test } from "vitest";
import { sealAccountSecret } from "@/lib/account-secrets/sealed-secret";
import { sealSecret } from "@/lib/secrets/sealed-secret";
import { signingKeysOf } from "./key-ring";
import { newSecret, sign } from "./signature";
import { newPrivateKey, signingKey } from "./signing-key";

const [mine, other] = [
  "0190a1b2-0000-7000-8000-000000000001",
  "0190a1b2-0000-7000-8000-000000000002",
];
const message = { id: "e1", timestamp: 7, body: "{}" };

function stored(webhookId: string, secret: string): string {
  const row = sealSecret(webhookId, secret);
  return `${row.id} ${row.secret}`;
}

test("decrypts secrets, shared ones before the key pair, else in their order", () => {
  const [newer, older, pair] = [newSecret(), newSecret(), newPrivateKey()];
  const kept = [pair, newer, older].map((secret) => stored(mine, secret));
  const keys = [newer, older, pair].map(signingKey);
  const expected = sign({ keys, ...message });
  expect(sign({ keys: signingKeysOf({ webhookId: mine }, kept), ...message })).toBe(expected);
  expect(sign({ keys: signingKeysOf({ webhookId: mine }, kept), ...message })).toBe(expected);
  expect(signingKeysOf({ webhookId: mine }, [])).toEqual([]);
});

test("a cached key of one webhook is not used for another", () => {
  const kept = stored(mine, newSecret());
  expect(signingKeysOf({ webhookId: mine }, [kept])).toHaveLength(1);
  expect(() => signingKeysOf({ webhookId: other }, [kept])).toThrow("belongs to another row");
  expect(signingKeysOf({ webhookId: mine }, [kept])).toHaveLength(1);
});

test("reads secrets that are not encrypted", () => {
  const secret = newSecret();
  const expected = sign({ keys: [signingKey(secret)], ...message });
  expect(
    sign({ keys: signingKeysOf({ webhookId: mine }, [`${other} ${secret}`]), ...message }),
  ).toBe(expected);
});

test("keys of an account sign for its one-shot callbacks, and not for a webhook", () => {
  const row = sealAccountSecret(other, newSecret());
  const kept = `${row.id} ${row.secret}`;
  const ofAccount = { webhookId: mine, secretAccountId: other };
  expect(signingKeysOf(ofAccount, [kept])).toHaveLength(1);
  expect(signingKeysOf({ ...ofAccount, webhookId: other }, [kept])).toHaveLength(1);
  const elsewhere = [
    { webhookId: mine },
    { webhookId: other },
    { webhookId: other, secretAccountId: mine },
  ];
  for (const owner of elsewhere)
    expect(() => signingKeysOf(owner, [kept])).toThrow("belongs to another row");
});
