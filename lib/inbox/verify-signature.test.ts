import { expect, test } from "vitest";
import { sign } from "@/lib/outbound/signature";
import { signingKey } from "@/lib/outbound/signing-key";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { verifySignature } from "./verify-signature";

const { db, sql } = await freshDatabase();
const make = makers(sql);
const id = "0190a1b2-0000-7000-8000-000000000001";
const token = "abcdefgh2345".repeat(2);
const callbackUrl = `http://inbox.postback.internal/${token}`;

test("only the secrets of the webhook that sent a request are tried", async () => {
  const accountId = await make.account();
  const [one, other, moved, stranger] = [
    await make.webhook({ accountId, callbackUrl }),
    await make.webhook({ accountId, callbackUrl }),
    await make.webhook({ accountId }),
    await make.webhook({ callbackUrl }),
  ];
  const signature = sign({ keys: [signingKey(one.secret)], id, timestamp: 1, body: "{}" });
  const headers: [string, string][] = [
    ["webhook-id", id],
    ["webhook-timestamp", "1"],
    ["webhook-signature", signature],
  ];
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
