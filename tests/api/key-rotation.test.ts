import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { apiKeys } from "@/db/schema/accounts";
import { api } from "./client";
import { account, db } from "./world";

async function issued(more: object = {}) {
  const { key: admin } = await account();
  const body = { name: "pipeline", scopes: ["webhooks:read"], ...more };
  const { body: made } = await api("POST /v1/api-keys", { key: admin, body });
  return { admin, made, rotate: `POST /v1/api-keys/${made.id}/rotate` };
}
const works = async (key: string) => (await api("GET /v1/webhooks", { key })).status === 200;

test("a key has its issuer and the address of its last use", async () => {
  const { admin, made } = await issued();
  expect(made.createdBy).toBe("test");
  await api("GET /v1/webhooks", { key: made.key, headers: { "x-forwarded-for": "203.0.113.7" } });
  await expect
    .poll(async () => {
      const { body } = await api("GET /v1/api-keys", { key: admin });
      return body.apiKeys.find(({ id }: { id: string }) => id === made.id);
    })
    .toMatchObject({ lastUsedFrom: "203.0.113.7", lastUsedAt: expect.any(String) });
});

test("an account has 5,000 keys at most", async () => {
  const { admin, made, rotate } = await issued();
  await db.execute(sql`
    insert into api_keys (id, account_id, name, key_hash, prefix, last4, scopes)
    select new_id(), account_id, 'spare', key_hash || n, prefix, last4, scopes
    from api_keys, generate_series(1, 4998) n where id = ${made.id}`);
  const refusal = {
    status: 409,
    body: {
      code: 40901,
      message: "The account has 5000 API keys, which is the limit; revoke one first.",
    },
  };
  const body = { name: "one more", scopes: ["webhooks:read"] };
  expect(await api("POST /v1/api-keys", { key: admin, body })).toMatchObject(refusal);
  expect(await api(rotate, { key: admin, body: { overlapSeconds: 0 } })).toMatchObject(refusal);
  await api(`DELETE /v1/api-keys/${made.id}`, { key: admin });
  const issue = () => api("POST /v1/api-keys", { key: admin, body });
  const answers = await Promise.all([issue(), issue(), issue(), issue()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const restore = () => api(`POST /v1/api-keys/${made.id}/restore`, { key: admin });
  expect(await restore()).toMatchObject(refusal);
  const added = answers.find(({ status }) => status === 201);
  await api(`DELETE /v1/api-keys/${added?.body.id}`, { key: admin });
  expect(await restore()).toMatchObject({ status: 200, body: { id: made.id } });
});

describe("rotating a key", () => {
  test("creates an equal key, and both work until the overlap ends", async () => {
    const { admin, made, rotate } = await issued();
    const { status, body: next } = await api(rotate, {
      key: admin,
      body: { overlapSeconds: 3600 },
    });
    expect(status).toBe(200);
    expect(next).toMatchObject({ name: "pipeline", scopes: ["webhooks:read"] });
    expect([await works(made.key), await works(next.key)]).toEqual([true, true]);
    const { body: list } = await api("GET /v1/api-keys", { key: admin });
    const old = list.apiKeys.find(({ id }: { id: string }) => id === made.id);
    expect(old.replacedBy).toBe(next.id);

    const past = { expiresAt: sql`${apiKeys.expiresAt} - interval '1 hour'` };
    await db.update(apiKeys).set(past).where(eq(apiKeys.id, made.id));
    expect([await works(made.key), await works(next.key)]).toEqual([false, true]);
  });

  test("without an overlap ends the old one at once", async () => {
    const { admin, made, rotate } = await issued();
    await api(rotate, { key: admin, body: { overlapSeconds: 0 } });
    expect(await works(made.key)).toBe(false);
  });

  test("works once per key: then the new key is the one to rotate", async () => {
    const { admin, rotate } = await issued();
    const answers = await Promise.all([1, 2, 3].map(() => api(rotate, { key: admin, body: {} })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test("never lengthens the life of a key", async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { admin, made, rotate } = await issued({ expiresAt });
    expect(made.expiresAt).toBe(expiresAt);
    const { body: next } = await api(rotate, { key: admin, body: {} });
    expect(Date.parse(next.expiresAt)).toBeLessThan(Date.now() + 61_000);
    const { body: list } = await api("GET /v1/api-keys", { key: admin });
    const old = list.apiKeys.find(({ id }: { id: string }) => id === made.id);
    expect(old.expiresAt).toBe(expiresAt);
  });

  test.each([
    ["yesterday", "2020-01-01T00:00:00Z"],
    ["no time", "tomorrow"],
  ])("a key that ends %s is not issued", async (_, expiresAt) => {
    const { key } = await account();
    const body = { name: "n", scopes: ["webhooks:read"], expiresAt };
    const answer = await api("POST /v1/api-keys", { key, body });
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, "expiresAt"]);
  });
});
