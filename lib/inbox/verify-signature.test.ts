import { expect, test } from "vitest";
import { revealAccountSecret, rotateAccountSecret } from "@/lib/account-secrets/operations";
import { sign } from "@/lib/outbound/signature";
import { newPrivateKey, signingKey } from "@/lib/outbound/signing-key";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { verifySignature } from "./verify-signature";

const { db, sql } = await freshDatabase();
const make = makers(sql);
const id = "0190a1b2-0000-7000-8000-000000000001";
const token = "abcdefgh2345".repeat(2);
const callbackUrl = `http://inbox.postback.internal/${token}`;

/** Returns the headers of a request that is signed with a secret. */
function signedWith(secret: string): [string, string][] {
  const signature = sign({ keys: [signingKey(secret)], id, timestamp: 1, body: "{}" });
  return [
    ["webhook-id", id],
    ["webhook-timestamp", "1"],
    ["webhook-signature", signature],
  ];
}

test("a one-shot callback is verified with the secrets of its account", async () => {
  const { id: sender, accountId, secret: none } = await make.webhook({ callbackUrl });
  await sql`update webhooks set one_shot = true where id = ${sender}`;
  const ctx = machineContext(db);
  const { secret } = await revealAccountSecret(ctx, accountId);
  const made = await rotateAccountSecret(ctx, accountId, { overlapSeconds: 3600 });
  const by = async (secret: string) => {
    const headers = signedWith(secret);
    return verifySignature(db, { token, accountId }, { sender, headers, body: Buffer.from("{}") });
  };
  const signed = [secret, made.secret, none];
  // The API shows no webhook of a one-shot callback.
  const valid = { webhookId: null, fault: null };
  const invalid = { webhookId: null, fault: expect.any(String) };
  expect(await Promise.all(signed.map(by))).toEqual([valid, valid, invalid]);
  await rotateAccountSecret(ctx, accountId, { overlapSeconds: 0 });
  expect(await Promise.all(signed.map(by))).toEqual([invalid, invalid, invalid]);
});

test("only the secrets of the webhook that sent a request are tried", async () => {
  const accountId = await make.account();
  const [one, other, moved, stranger] = [
    await make.webhook({ accountId, callbackUrl }),
    await make.webhook({ accountId, callbackUrl }),
    await make.webhook({ accountId }),
    await make.webhook({ callbackUrl }),
  ];
  const headers = signedWith(one.secret);
  const sentBy = ({ id: sender }: { id: string }) =>
    verifySignature(db, { token, accountId }, { sender, headers, body: Buffer.from("{}") });

  expect(await sentBy(one)).toEqual({ webhookId: one.id, fault: null });
  expect(await sentBy(other)).toMatchObject({
    webhookId: null,
    fault: expect.stringContaining("made with another secret"),
  });
  for (const sender of [moved, stranger]) {
    expect(await sentBy(sender)).toMatchObject({
      webhookId: null,
      fault: expect.stringContaining("No webhook of this account"),
    });
  }
  await sql`update webhook_secrets set valid_until = now() where webhook_id = ${one.id}`;
  expect(await sentBy(one)).toMatchObject({ webhookId: null });
});

test("a request signed by v1a alone is verified with the public half of the webhook's key", async () => {
  const { id: sender, accountId } = await make.webhook({ callbackUrl });
  const [own, foreign] = [newPrivateKey(), newPrivateKey()];
  await sql`
    insert into webhook_secrets (id, webhook_id, scheme, secret)
    values (new_id(), ${sender}, 'v1a', ${own})`;
  const by = (key: string) =>
    verifySignature(
      db,
      { token, accountId },
      { sender, headers: signedWith(key), body: Buffer.from("{}") },
    );
  expect(await by(own)).toEqual({ webhookId: sender, fault: null });
  expect(await by(foreign)).toEqual({ webhookId: null, fault: expect.any(String) });
});
