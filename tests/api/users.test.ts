import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountSecrets, sessions } from "@/db/schema/accounts";
import { auditLog } from "@/db/schema/audit";
import { webhookSecrets } from "@/db/schema/webhooks";
import { type Answer, api } from "./client";
import { browser, operator, password } from "./people";
import { account, db, keyOf, webhook } from "./world";

const draft = () => ({ email: `${randomUUID()}@example.com`, role: "viewer", password });
const admin = await keyOf(null, ["admin"]);

describe("users", () => {
  test("are made, listed, changed and removed by an administrator", async () => {
    const { headers } = await browser(await operator());
    const body = draft();
    const { status, body: made, text } = await api("POST /v1/users", { headers, body });
    expect([status, made.email, made.role]).toEqual([201, body.email, "viewer"]);
    expect(text).not.toContain("assword");
    const { body: list } = await api("GET /v1/users", { headers });
    expect(list.users).toContainEqual(made);

    const change = { headers, body: { role: "operator" } };
    expect((await api(`PUT /v1/users/${made.id}`, change)).body.role).toBe("operator");
    expect((await api(`DELETE /v1/users/${made.id}`, { headers })).status).toBe(204);
    expect((await api(`GET /v1/users/${made.id}`, { headers })).status).toBe(404);
  });

  test("have an e-mail address of their own, however it is written", async () => {
    const [one, other] = [await operator("viewer"), await operator("viewer")];
    const email = one.email.toUpperCase();
    const again = await api("POST /v1/users", { key: admin, body: { ...draft(), email } });
    const moved = await api(`PUT /v1/users/${other.id}`, { key: admin, body: { email } });
    expect([again.status, moved.status]).toEqual([409, 409]);
    expect(moved.body.issues[0].path).toBe("email");
  });

  test("are nothing that a key of one account may see or make", async () => {
    const { key } = await account();
    const { id } = await operator();
    expect((await api("GET /v1/users", { key })).status).toBe(403);
    expect((await api("POST /v1/users", { key, body: draft() })).status).toBe(403);
    expect((await api(`PUT /v1/users/${id}`, { key, body: { role: "viewer" } })).status).toBe(404);
    expect((await api("GET /v1/sessions", { key })).body).toEqual({ sessions: [] });
  });

  test.each([
    ["role", { role: "operator" }],
    ["password", { password: "another long password" }],
  ])("sign in again after another %s", async (_, body) => {
    const person = await operator("viewer");
    const { headers } = await browser(person);
    await api(`PUT /v1/users/${person.id}`, { key: admin, body });
    expect((await api("GET /v1/session", { headers })).status).toBe(401);
  });

  test("stay signed in when nothing of that changed", async () => {
    const person = await operator("viewer");
    const { headers } = await browser(person);
    const body = { role: "viewer", email: `new-${person.email}` };
    await api(`PUT /v1/users/${person.id}`, { key: admin, body });
    expect((await api("GET /v1/session", { headers })).body.user.email).toBe(body.email);
  });

  test("change their own password by the one they have, which ends their other sessions", async () => {
    const person = await operator("viewer");
    const [here, there] = [await browser(person), await browser(person)];
    const change = (currentPassword: string) => ({
      headers: here.headers,
      body: { currentPassword, newPassword: "another long password" },
    });
    const wrong = await api("PUT /v1/session/password", change("wrong"));
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, "currentPassword"]);

    const right = await api("PUT /v1/session/password", change(password));
    const cookie = right.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await api("GET /v1/session", { headers: { cookie } })).status).toBe(200);
    expect((await api("GET /v1/session", { headers: here.headers })).status).toBe(401);
    expect((await api("GET /v1/session", { headers: there.headers })).status).toBe(401);
    expect((await browser(person)).cookie).toBe("");
  });
});

describe("a secret", () => {
  const code = ({ status, body }: Answer) => [status, body.code];
  const before = sql`now() - interval '16 minutes'`;
  const long = {
    since: (userId: string) =>
      db.update(sessions).set({ provenAt: before }).where(eq(sessions.userId, userId)),
    there: (webhookId: string) =>
      db
        .update(webhookSecrets)
        .set({ createdAt: before })
        .where(eq(webhookSecrets.webhookId, webhookId)),
    used: (accountId: string) =>
      db
        .update(accountSecrets)
        .set({ createdAt: before })
        .where(eq(accountSecrets.accountId, accountId)),
  };

  test("is shown in a session within a quarter of an hour of typing the password", async () => {
    const { key } = await account();
    const { id } = await webhook(key);
    const person = await operator();
    const { headers } = await browser(person);
    const line = `GET /v1/webhooks/${id}/secret`;
    await long.there(id);
    expect((await api(line, { headers })).status).toBe(200);
    await long.since(person.id);
    expect(code(await api(line, { headers }))).toEqual([403, 40302]);
    expect((await api(line, { key })).status).toBe(200);

    const prove = (secret: string) =>
      api("POST /v1/session/proof", { headers, body: { password: secret } });
    const wrong = await prove("wrong");
    expect([...code(wrong), wrong.body.issues[0].path]).toEqual([400, 40000, "password"]);
    expect(code(await api(line, { headers }))).toEqual([403, 40302]);
    expect((await prove(password)).status).toBe(204);
    expect((await api(line, { headers })).status).toBe(200);
    expect((await api("POST /v1/session/proof", { key, body: { password } })).status).toBe(404);
  });

  test("that was only just made is shown to who made it, also of an account", async () => {
    const { id: accountId, key } = await account();
    const { id } = await webhook(key);
    const person = await operator();
    const { headers } = await browser(person);
    await long.since(person.id);
    const lines = [`GET /v1/webhooks/${id}/secret`, `GET /v1/accounts/${accountId}/secret`];
    for (const line of lines) expect((await api(line, { headers })).status, line).toBe(200);
    await long.there(id);
    await long.used(accountId);
    for (const line of lines)
      expect(code(await api(line, { headers })), line).toEqual([403, 40302]);
  });

  test("is not guessed at: wrong passwords count as failed sign-ins, and are written down", async () => {
    const person = await operator();
    const { headers } = await browser(person);
    const guess = (n: number) =>
      api("POST /v1/session/proof", {
        headers: { ...headers, "x-forwarded-for": `198.18.7.${n}` },
        body: { password: "wrong" },
      });
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, n) => guess(n + 1)));
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(2);
    const failed = and(
      eq(auditLog.action, "session.proof_failed"),
      eq(auditLog.actorId, person.id),
    );
    expect(await db.$count(auditLog, failed)).toBe(10);
  });
});

describe("sessions", () => {
  test("are listed with where they came from, without their tokens", async () => {
    const person = await operator("viewer");
    const [here, there] = [await browser(person), await browser(person)];
    const { body, text } = await api("GET /v1/sessions", { headers: here.headers });
    expect(body.sessions.map(({ current }: { current: boolean }) => current).sort()).toEqual([
      false,
      true,
    ]);
    expect(body.sessions[0].address).toMatch(/^198\.1[89]\./);
    for (const { cookie } of [here, there]) expect(text).not.toContain(cookie.split("=")[1]);
  });

  test("of one's own are ended at once, and only those of others by an administrator", async () => {
    const [person, stranger] = [await operator("viewer"), await operator("operator")];
    const [mine, theirs] = [await browser(person), await browser(stranger)];
    const idOf = async ({ headers }: { headers: HeadersInit }) =>
      (await api("GET /v1/sessions", { headers })).body.sessions[0].id;
    const id = await idOf(mine);
    expect((await api(`DELETE /v1/sessions/${id}`, { headers: theirs.headers })).status).toBe(404);
    expect((await api("GET /v1/session", { headers: mine.headers })).status).toBe(200);
    expect((await api(`DELETE /v1/sessions/${id}`, { headers: mine.headers })).status).toBe(204);
    expect((await api("GET /v1/session", { headers: mine.headers })).status).toBe(401);
    const { status } = await api(`DELETE /v1/sessions/${await idOf(theirs)}`, { key: admin });
    expect(status).toBe(204);
    const all = await api(`GET /v1/sessions?user=${stranger.id}`, { key: admin });
    expect(all.body.sessions).toEqual([]);
  });
});

describe("saved views", () => {
  test("are each person's own: listed by name, replaced by the same name, and forgotten", async () => {
    const [mine, theirs] = [
      await browser(await operator("viewer")),
      await browser(await operator()),
    ];
    const save = (name: string, query: string) =>
      api("POST /v1/views", { headers: mine.headers, body: { name, query } });
    const names = async ({ headers }: typeof mine) =>
      (await api("GET /v1/views", { headers })).body.views.map(
        ({ name }: { name: string }) => name,
      );
    const { status, body: view } = await save("Outage", "status=failed&since=24h");
    expect([status, view.query]).toEqual([201, "status=failed&since=24h"]);
    await save("Acme", "webhook=0199c0de-0000-7000-8000-000000000001");
    expect((await save("Outage", "status=retrying")).body.id).toBe(view.id);
    expect(await names(mine)).toEqual(["Acme", "Outage"]);
    expect(await names(theirs)).toEqual([]);
    const remove = `DELETE /v1/views/${view.id}`;
    expect((await api(remove, { headers: theirs.headers })).status).toBe(404);
    expect((await api(remove, { headers: mine.headers })).status).toBe(204);
    expect(await names(mine)).toEqual(["Acme"]);
    expect((await api("GET /v1/views", { key: admin })).body).toEqual({ views: [] });
    const body = { name: "Nobody's", query: "q=a" };
    expect((await api("POST /v1/views", { key: admin, body })).status).toBe(404);
  });

  test("are no more than fifty, and hold filters only", async () => {
    const { headers } = await browser(await operator());
    const save = (name: string, query = "q=a") =>
      api("POST /v1/views", { headers, body: { name, query } });
    for (let n = 0; n < 50; n++) expect((await save(`${n}`)).status).toBe(201);
    expect((await save("one more")).body.code).toBe(40901);
    expect((await save("7", "q=b")).status).toBe(201);
    expect((await save("7", "//evil.example?q=b")).body.code).toBe(40000);
  });
});
