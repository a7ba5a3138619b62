import { createPublicKey, verify } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "@/lib/context";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { sealSecret } from "@/lib/secrets/sealed-secret";
import { sealHeaders } from "@/lib/settings/sealed-headers";
import { enableSigningKey } from "@/lib/signing-keys/operations";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "./start-worker";

const { sql, db, url } = await freshDatabase();
const make = makers(sql);
const settings = {
  WORKER_CONCURRENCY: 8,
  ...toLoopback,
};

let receiver: Receiver;
let worker: ReturnType<typeof startWorker>;
beforeAll(async () => {
  receiver = await startReceiver();
  worker = startWorker(url, settings);
});
afterAll(async () => {
  await worker.stop();
  await receiver.close();
});

/** Creates a webhook with an encrypted secret and headers, as the API does. */
async function sealedWebhook(path: string) {
  const webhook = await make.webhook({ callbackUrl: `${receiver.url}${path}` });
  const row = sealSecret(webhook.id, webhook.secret);
  await sql`
    update webhook_secrets set id = ${row.id}, secret = ${row.secret} where webhook_id = ${webhook.id}`;
  const headers = sealHeaders(webhook.id, { "x-tenant": "7" });
  await sql`insert into webhook_headers values (${webhook.id}, ${headers})`;
  return webhook;
}

async function attemptOf(id: string) {
  return eventually(async () => {
    const [attempt] = await sql`select * from attempts where delivery_id = ${id}`;
    expect(attempt).toBeDefined();
    return attempt!;
  });
}

const requestsTo = (path: string) => receiver.received.filter((one) => one.path.endsWith(path));

test("encrypted secrets and headers are used; a copy in another row stops only that webhook", async () => {
  const [right, wrong, worse] = [
    await sealedWebhook("/right"),
    await sealedWebhook("/wrong"),
    await sealedWebhook("/worse"),
  ];
  await attemptOf((await make.delivery(right)).id);
  await sql`
    update webhook_secrets t set secret = s.secret from webhook_secrets s
    where t.webhook_id = ${wrong.id} and s.webhook_id = ${right.id}`;
  await sql`
    update webhook_headers t set headers = s.headers from webhook_headers s
    where t.webhook_id = ${worse.id} and s.webhook_id = ${right.id}`;

  for (const stopped of [wrong, worse]) {
    const attempt = await attemptOf((await make.delivery(stopped)).id);
    expect(attempt).toMatchObject({
      cause: "internal",
      statusCode: null,
      requestHeaders: null,
      error: "A secret or header cannot be decrypted: it was changed, or belongs to another row.",
    });
  }
  await attemptOf((await make.delivery(right)).id);

  expect(requestsTo("/right")).toHaveLength(2);
  expect([...requestsTo("/wrong"), ...requestsTo("/worse")]).toEqual([]);
  for (const { body, headers } of requestsTo("/right")) {
    const signed = headers as Record<string, string>;
    expect(new Webhook(right.secret).verify(body, signed)).toEqual(JSON.parse(body));
    expect(headers["x-tenant"]).toBe("7");
  }
});

test("with a key pair it is signed by v1a too, after v1, and verifies with the public half", async () => {
  const webhook = await make.webhook({ callbackUrl: `${receiver.url}/both` });
  const actor = { kind: "anonymous" as const };
  const { accountId } = webhook;
  const queue = transactionalEventQueue(db);
  const ctx: Context = { db, queue, accountId, actor, scopes: [], requestId: "test" };
  const { publicKey } = await enableSigningKey(ctx, webhook.id);
  await attemptOf((await make.delivery(webhook)).id);

  const { body, headers } = requestsTo("/both")[0]!;
  const signed = headers as Record<string, string>;
  expect(new Webhook(webhook.secret).verify(body, signed)).toEqual(JSON.parse(body));
  const content = `${signed["webhook-id"]}.${signed["webhook-timestamp"]}.${body}`;
  const [first, second] = signed["webhook-signature"]!.split(" ");
  expect(first).toMatch(/^v1,/);
  const x = Buffer.from(publicKey.slice("whpk_".length), "base64").toString("base64url");
  const verifier = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const signature = Buffer.from(/^v1a,(.+)$/.exec(second!)![1]!, "base64");
  expect(verify(null, Buffer.from(content), verifier, signature)).toBe(true);
});

test.each([
  [
    "encrypted with a key that is not here",
    "v1:00000000:AAAA",
    "MASTER_KEY lacks the key 00000000",
  ],
  ["cut off", "whsec_AA", "it is not a signing secret"],
])("nothing goes out signed with a secret that is %s", async (_how, secret, reason) => {
  const webhook = await make.webhook({ callbackUrl: `${receiver.url}/stopped` });
  await sql`update webhook_secrets set secret = ${secret} where webhook_id = ${webhook.id}`;

  const attempt = await attemptOf((await make.delivery(webhook)).id);

  expect(attempt.error).toContain(reason);
  expect(requestsTo("/stopped")).toEqual([]);
});

test("an alert that cannot be signed fails with the reason", async () => {
  const [receiverId, alertId] = [uuidv7(), uuidv7()];
  await sql`
    insert into alert_receivers (id, callback_url, kinds, secret)
    values (${receiverId}, ${`${receiver.url}/alerts`}, '{webhook.failing}', 'v1:00000000:AAAA')`;
  await sql`insert into alerts (id, kind, data) values (${alertId}, 'alert.test', '{"reason":"A test"}')`;

  await eventually(async () =>
    expect(await sql`select attempts, status, error from alerts`).toEqual([
      {
        attempts: 1,
        status: "pending",
        error: "A secret or header cannot be decrypted: MASTER_KEY lacks the key 00000000.",
      },
    ]),
  );
  expect(requestsTo("/alerts")).toEqual([]);
});
