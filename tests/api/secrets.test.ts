import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountSecrets } from "@/db/schema/accounts";
import { webhookHeaders, webhookSecrets } from "@/db/schema/webhooks";
import { openSecret } from "@/lib/secrets/sealed-secret";
import { api } from "./client";
import { beginTransaction, untilBlocking } from "./until-blocking";
import { account, db, keyOf, webhook } from "./world";

describe("secrets in the database", () => {
  test("are encrypted: signing secrets, account secrets, their copies and headers", async () => {
    const { key, id } = await account();
    const { id: webhookId } = await webhook(key);
    const headers = { authorization: "Bearer canary" };
    await api(`PUT /v1/webhooks/${webhookId}/settings`, { key, body: { headers } });
    const callbackUrl = "https://once.example/";
    const body = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "v" }, callbackUrl };
    await api("POST /v1/events", { key, body });
    await api(`POST /v1/accounts/${id}/secret/rotate`, { key, body: { overlapSeconds: 3600 } });

    const rows = await db.execute(sql`
      select secret as text from ${webhookSecrets} s join webhooks w on w.id = s.webhook_id
      where w.account_id = ${id}
      union all select secret from ${accountSecrets} where account_id = ${id}
      union all select headers from ${webhookHeaders} where webhook_id = ${webhookId}`);

    // One of the webhook, two of the account with a copy of the first, one of headers.
    expect(rows).toHaveLength(5);
    for (const { text } of rows) expect(text).toMatch(/^v1:[0-9a-f]{8}:[A-Za-z0-9+/]+=*$/);
  });

  test("cannot be decrypted from another row; the error says what to do", async () => {
    const { key } = await account();
    const [mine, other] = [await webhook(key), await webhook(key)];
    const [row] = await db
      .select()
      .from(webhookSecrets)
      .where(eq(webhookSecrets.webhookId, other.id));
    await db
      .update(webhookSecrets)
      .set({ secret: row!.secret })
      .where(eq(webhookSecrets.webhookId, mine.id));

    const { status, body } = await api(`GET /v1/webhooks/${mine.id}/secret`, { key });

    expect([status, body.code]).toEqual([409, 40900]);
    expect(body.message).toContain("belongs to another row");
  });
});

describe("a rotation", () => {
  const valid = async (webhookId: string) => {
    const rows = await db.execute<{ secret: string; id: string; webhook_id: string }>(sql`
      select * from webhook_secrets where webhook_id = ${webhookId}
        and (valid_until is null or valid_until > now()) order by created_at desc`);
    return rows.map((row) => openSecret({ ...row, webhookId: row.webhook_id }).secret);
  };

  test("creates a new secret, and the old one also signs until the overlap ends", async () => {
    const { key } = await account();
    const { id } = await webhook(key);
    const at = `/v1/webhooks/${id}/secret`;
    const rotate = async (body: object = {}) =>
      (await api(`POST ${at}/rotate`, { key, body })).body.secret as string;
    const first = (await api(`GET ${at}`, { key })).body.secret;

    const second = await rotate();
    expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await api(`GET ${at}`, { key })).body.secret).toBe(second);
    expect(await valid(id)).toEqual([second, first]);
    const [old] = await db.execute<{ left: number }>(sql`
      select round(extract(epoch from valid_until - now()) / 3600)::int as left
      from webhook_secrets where webhook_id = ${id} and valid_until is not null`);
    expect(old?.left).toBe(24);

    const third = await rotate({ overlapSeconds: 3600 });
    expect(await valid(id)).toEqual([third, second, first]);
    const listed = async () => (await api(`GET ${at}s`, { key })).body.secrets;
    expect(await listed()).toHaveLength(3);
    await db.execute(sql`
      update webhook_secrets set valid_until = now() where webhook_id = ${id} and valid_until is not null`);
    expect(await listed()).toHaveLength(1);
    await rotate({ overlapSeconds: 3600 });
    const fourth = (await api(`GET ${at}`, { key })).body.secret;
    expect((await api(`DELETE ${at}/previous`, { key })).status).toBe(204);
    expect(await valid(id)).toEqual([fourth]);
    expect((await api(`DELETE ${at}/previous`, { key })).status).toBe(204);

    await rotate({ overlapSeconds: 604_800 });
    const last = await rotate({ overlapSeconds: 0 });
    expect(await valid(id)).toEqual([last]);
  });

  test("never lengthens the overlap of an earlier one", async () => {
    const { key } = await account();
    const { id } = await webhook(key);
    for (const overlapSeconds of [3600, 604_800])
      await api(`POST /v1/webhooks/${id}/secret/rotate`, { key, body: { overlapSeconds } });
    const { body } = await api(`GET /v1/webhooks/${id}/secrets`, { key });
    const hoursLeft = body.secrets.map(({ validUntil }: { validUntil?: string }) =>
      validUntil === undefined
        ? null
        : Math.round((Date.parse(validUntil) - Date.now()) / 3_600_000),
    );
    expect(hoursLeft).toEqual([null, 168, 1]);
  });

  test("is refused for an eleventh valid secret, and never without an overlap", async () => {
    const { key } = await account();
    const { id } = await webhook(key);
    const rotate = (overlapSeconds: number) =>
      api(`POST /v1/webhooks/${id}/secret/rotate`, { key, body: { overlapSeconds } });
    for (let n = 0; n < 9; n++) expect((await rotate(3600)).status).toBe(200);
    const { status, body } = await rotate(3600);
    expect([status, body.code]).toEqual([409, 40901]);
    expect(await valid(id)).toHaveLength(10);
    const last = await rotate(0);
    expect(await valid(id)).toEqual([last.body.secret]);
  });

  test("offers four overlaps", async () => {
    const { key } = await account();
    const { id } = await webhook(key);
    const body = { overlapSeconds: 60 };
    const answer = await api(`POST /v1/webhooks/${id}/secret/rotate`, { key, body });
    expect([answer.status, answer.body.issues[0]]).toEqual([
      400,
      { path: "overlapSeconds", message: "Choose from 0, 3600, 86400, 604800" },
    ]);
  });

  test("is serialised with concurrent ones", async () => {
    const { key } = await account();
    const { id } = await webhook(key);
    const body = { overlapSeconds: 3600 };
    const one = () => api(`POST /v1/webhooks/${id}/secret/rotate`, { key, body });
    const answers = await Promise.all([one(), one(), one(), one()]);
    const secrets = answers.map((answer) => answer.body.secret);
    expect((await valid(id)).filter((secret) => secrets.includes(secret))).toHaveLength(4);
    const current = (await api(`GET /v1/webhooks/${id}/secret`, { key })).body.secret;
    expect(current).toBe((await valid(id))[0]);
    const { body: list } = await api(`GET /v1/webhooks/${id}/secrets`, { key });
    const ends = list.secrets.map((one: object) => "validUntil" in one);
    expect(ends).toEqual([false, true, true, true, true]);
  });
});

describe("the key for v1a", () => {
  test("is created once, shows only its public key, and is removed without changing the secret", async () => {
    const { key, id: accountId } = await account();
    const { id } = await webhook(key);
    const at = `/v1/webhooks/${id}/signing-key`;
    const secret = await api(`GET /v1/webhooks/${id}/secret`, { key });
    expect((await api(`GET ${at}`, { key })).status).toBe(404);

    const made = await api(`PUT ${at}`, { key });
    expect([made.status, Object.keys(made.body)]).toEqual([200, ["publicKey", "createdAt"]]);
    expect(made.body.publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    expect((await api(`PUT ${at}`, { key })).body).toEqual(made.body);
    const reader = await keyOf(accountId, ["webhooks:read"]);
    expect((await api(`GET ${at}`, { key: reader })).body).toEqual(made.body);
    expect((await api(`GET /v1/webhooks/${id}/secret`, { key })).body).toEqual(secret.body);

    await api(`POST /v1/webhooks/${id}/secret/rotate`, { key, body: { overlapSeconds: 0 } });
    expect((await api(`GET ${at}`, { key })).body).toEqual(made.body);
    expect((await api(`DELETE ${at}`, { key })).status).toBe(204);
    expect((await api(`GET ${at}`, { key })).status).toBe(404);
    expect((await api(`GET /v1/webhooks/${id}/secret`, { key })).status).toBe(200);
  });

  test("is one, also when it is enabled concurrently", async () => {
    const { key } = await account();
    const { id } = await webhook(key);
    const line = `/v1/webhooks/${id}/signing-key`;
    const transaction = await beginTransaction();
    await transaction`select from webhooks where id = ${id} for update`;
    const enabling = Promise.all([1, 2, 3, 4].map(() => api(`PUT ${line}`, { key })));
    await untilBlocking(transaction);
    expect((await api(`GET ${line}`, { key })).status).toBe(404);
    await transaction`commit`;
    const made = await enabling;
    const { body } = await api(`GET ${line}`, { key });
    expect(made.map((answer) => answer.body)).toEqual([body, body, body, body]);
  });
});

test("a secret is revealed by its endpoint only", async () => {
  const { key } = await account();
  const { id } = await webhook(key);
  const { body } = await api(`GET /v1/webhooks/${id}/secret`, { key });
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const others = ["", "/settings", "/health"].map((part) => `GET /v1/webhooks/${id}${part}`);
  for (const line of [...others, "GET /v1/webhooks", "GET /v1/webhook-health"]) {
    expect((await api(line, { key })).text).not.toContain("whsec_");
  }
});
