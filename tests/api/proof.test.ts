import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { apiKeys, sessions, users } from "@/db/schema/accounts";
import { auditLog } from "@/db/schema/audit";
import { endpoints } from "@/lib/openapi/endpoints";
import { root } from "@/server/supervisor/root";
import { type Answer, api } from "./client";
import { browser, operator, password, sessionOf } from "./people";
import { beginTransaction, untilBlocking } from "./until-blocking";
import { account, db, invitation, keyOf, webhook } from "./world";

const code = ({ status, body }: Answer) => [status, body.code];
const refused = [403, 40302];

/** Two sessions of an administrator 15 minutes after the last password. */
async function leftOpen() {
  const person = await operator();
  const provenAt = sql`now() - interval '16 minutes'`;
  const leave = () => sessionOf(person.id, { provenAt });
  return { person, headers: await leave(), elsewhere: await leave() };
}

const prove = (headers: HeadersInit, secret: string) =>
  api("POST /v1/session/proof", { headers, body: { password: secret } });

describe("an unattended session", () => {
  test("reveals no secret until the password is confirmed", async () => {
    const { key } = await account();
    const { id } = await webhook(key);
    const { person, headers, elsewhere } = await leftOpen();
    const line = `GET /v1/webhooks/${id}/secret`;
    expect(code(await api(line, { headers }))).toEqual(refused);
    expect((await api(line, { key })).status).toBe(200);

    const wrong = await prove(headers, "wrong");
    expect([...code(wrong), wrong.body.issues[0].path]).toEqual([400, 40000, "password"]);
    expect(code(await api(line, { headers }))).toEqual(refused);
    expect((await prove(headers, password)).status).toBe(204);
    expect((await api(line, { headers })).status).toBe(200);
    expect(code(await api(line, { headers: elsewhere }))).toEqual(refused);
    const proven = and(eq(auditLog.action, "session.proven"), eq(auditLog.actorId, person.id));
    expect(await db.$count(auditLog, proven)).toBe(1);
    expect((await api("POST /v1/session/proof", { key, body: { password } })).status).toBe(404);
  });

  test("reveals a webhook's secret only to the user who has just created it", async () => {
    const [{ person, headers }, other] = [await leftOpen(), await leftOpen()];
    const { id: accountId, key } = await account();
    const body = {
      callbackUrl: "https://receiver.example/",
      events: ["VIDEO_GENERATION_SUCCESS"],
    };
    const { body: made } = await api(`POST /v1/webhooks?account=${accountId}`, { headers, body });
    const line = `GET /v1/webhooks/${made.id}/secret`;
    expect((await api(line, { headers })).status).toBe(200);
    expect(code(await api(line, { headers: other.headers }))).toEqual(refused);

    const { id: webhookId } = await webhook(key);
    const createdAt = sql`now() - interval '16 minutes'`;
    const entry = { action: "webhook.created", webhookId, createdAt } as const;
    const actor = { actorKind: "user", actorId: person.id } as const;
    await db.insert(auditLog).values({ ...entry, ...actor });
    const earlier = await api(`GET /v1/webhooks/${webhookId}/secret`, { headers });
    expect(code(earlier)).toEqual(refused);
  });

  const key = { name: "backdoor", scopes: ["webhooks:secrets"], accountId: null };
  const user = () => ({ email: `${randomUUID()}@example.com`, role: "admin", password });
  const alerts = { callbackUrl: "https://elsewhere.example/", kinds: ["webhook.failing"] };

  test("creates no access that outlives it", async () => {
    const { id: accountId, key: owner } = await account();
    const { id } = await webhook(owner);
    const { person, headers } = await leftOpen();
    const viewer = await operator("viewer");
    const invited = await invitation();
    const { body: kept } = await api("POST /v1/api-keys", {
      key: await keyOf(null, ["admin"]),
      body: { name: "kept", scopes: ["webhooks:secrets"], accountId: null },
    });
    const { body: revoked } = await api("POST /v1/api-keys", {
      key: owner,
      body: { name: "revoked", scopes: ["webhooks:secrets"] },
    });
    await api(`DELETE /v1/api-keys/${revoked.id}`, { key: owner });
    const before = await state(person.id, viewer.id);
    const attempts: [string, object?][] = [
      ["POST /v1/api-keys", key],
      ["POST /v1/api-keys", { ...key, scopes: ["admin"] }],
      ["POST /v1/api-keys", { ...key, scopes: ["events:write"], accountId }],
      [`POST /v1/api-keys/${kept.id}/rotate`, { overlapSeconds: 0 }],
      [`POST /v1/api-keys/${revoked.id}/restore`],
      ["POST /v1/users", user()],
      ["POST /v1/invitations", { email: `${randomUUID()}@example.com`, role: "admin" }],
      [`POST /v1/invitations/${invited.id}/renew`],
      [`PUT /v1/users/${person.id}`, { password: "another long password" }],
      [`PUT /v1/users/${viewer.id}`, { role: "admin" }],
      [`PUT /v1/users/${viewer.id}`, { password: "another long password" }],
      [`PUT /v1/users/${viewer.id}`, { email: `${randomUUID()}@example.com` }],
      [`POST /v1/webhooks/${id}/secret/rotate`, { overlapSeconds: 0 }],
      [`POST /v1/accounts/${accountId}/secret/rotate`, { overlapSeconds: 0 }],
      [`GET /v1/accounts/${accountId}/secret`],
      ["GET /v1/alerts/secret"],
      ["PUT /v1/alerts", alerts],
      ["DELETE /v1/alerts"],
    ];
    for (const [line, body] of attempts)
      expect(code(await api(line, { headers, ...(body && { body }) })), line).toEqual(refused);
    expect(await state(person.id, viewer.id)).toEqual(before);

    const wrong = await api("PUT /v1/session/password", {
      headers,
      body: { currentPassword: "wrong", newPassword: "another long password" },
    });
    expect(wrong.body.issues[0].path).toBe("currentPassword");

    await prove(headers, password);
    expect((await api("POST /v1/api-keys", { headers, body: key })).status).toBe(201);
    expect((await api("POST /v1/users", { headers, body: user() })).status).toBe(201);
  });

  test("gets validation errors before the request for the password", async () => {
    const { headers } = await leftOpen();
    const { body } = await api("POST /v1/api-keys", { headers, body: { name: "" } });
    expect(body.code).toBe(40000);
  });

  async function state(...ids: string[]) {
    const people = await db.select().from(users).where(sql`${users.id} in ${ids}`);
    const backdoors = await db.$count(apiKeys, eq(apiKeys.name, "backdoor"));
    return { people, backdoors: backdoors > 0 };
  }
});

test("wrong passwords count as failed sign-ins and are audited", async () => {
  const person = await operator();
  const { headers } = await browser(person);
  const guess = (n: number) => prove({ ...headers, "x-forwarded-for": `198.18.7.${n}` }, "wrong");
  const statuses = await Promise.all(Array.from({ length: 12 }, (_, n) => guess(n + 1)));
  expect(statuses.filter(({ status }) => status === 429)).toHaveLength(2);
  const failed = and(eq(auditLog.action, "session.proof_failed"), eq(auditLog.actorId, person.id));
  expect(await db.$count(auditLog, failed)).toBe(10);
});

test("a password that is changed while it is checked opens no session", async () => {
  const person = await operator("viewer");
  const transaction = await beginTransaction();
  await transaction`update user_passwords set password_hash = 'another' where user_id = ${person.id}`;
  const signingIn = browser(person);
  await untilBlocking(transaction);
  await transaction`commit`;
  const { cookie, body } = await signingIn;
  expect([cookie, body.code]).toEqual(["", 40100]);
  expect(await db.$count(sessions, eq(sessions.userId, person.id))).toBe(0);
});

test("SECURITY.md lists exactly the operations that ask for the password", () => {
  const text = readFileSync(path.join(root, "SECURITY.md"), "utf8");
  const listed = text.match(/^- `(GET|POST|PUT|DELETE) \/v1\S+`/gm) ?? [];
  const asking = endpoints
    .filter(([, { needsPassword }]) => needsPassword)
    .map(([, { method, path }]) => `- \`${method} ${path}\``);
  expect(new Set(listed)).toEqual(new Set(asking));
  expect(listed).toHaveLength(asking.length);
});
