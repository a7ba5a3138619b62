import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { sessions } from "@/db/schema/accounts";
import { sampleAccount } from "@/lib/accounts/sample-account";
import { api } from "./client";
import { browser, member, operator, password, sessionOf } from "./people";
import { account, db, delivery, keyOf, user, webhook } from "./world";

const draft = () => ({ email: `${randomUUID()}@example.com`, role: "viewer", password });
const admin = await keyOf(null, ["admin"]);

describe("users", () => {
  test("are created, listed, changed and removed by an administrator", async () => {
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

  test("have unique e-mail addresses, ignoring case", async () => {
    const [one, other] = [await operator("viewer"), await operator("viewer")];
    const email = one.email.toUpperCase();
    const again = await api("POST /v1/users", { key: admin, body: { ...draft(), email } });
    const moved = await api(`PUT /v1/users/${other.id}`, { key: admin, body: { email } });
    expect([again.status, moved.status]).toEqual([409, 409]);
    expect(moved.body.issues[0].path).toBe("email");
  });

  test("are neither visible to a key of one account nor created by it", async () => {
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

  test("stay signed in if role and password are unchanged", async () => {
    const person = await operator("viewer");
    const { headers } = await browser(person);
    const body = { role: "viewer", email: `new-${person.email}` };
    await api(`PUT /v1/users/${person.id}`, { key: admin, body });
    expect((await api("GET /v1/session", { headers })).body.user.email).toBe(body.email);
  });

  test("change their own password with the current one, which ends their other sessions", async () => {
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
    const query = `target=${person.id}&action=user.password_changed`;
    const { body: log } = await api(`GET /v1/audit?${query}`, { key: admin });
    expect(log.entries).toMatchObject([{ actor: { kind: "user", name: person.email } }]);
  });
});

describe("members of an account", () => {
  const invite = async (accountId: string, role: string) => {
    const body = { email: `${randomUUID()}@example.com`, role, accountId };
    return (await api("POST /v1/invitations", { key: admin, body })).body;
  };

  test("are invited to it, and see nothing else", async () => {
    const [mine, theirs] = [await account(), await account()];
    const [own, foreign] = [await delivery(mine.key), await delivery(theirs.key)];
    const { link, accountId, email } = await invite(mine.id, "viewer");
    expect(accountId).toBe(mine.id);
    const token = link.split("#")[1];
    const { body: preview } = await api("POST /v1/invitations/preview", { body: { token } });
    const { body: owner } = await api(`GET /v1/accounts/${mine.id}`, { key: mine.key });
    expect(preview).toMatchObject({ email, role: "viewer", accountName: owner.name });

    const body = { token, password };
    const { body: joined } = await api("POST /v1/invitations/accept", { body });
    expect(joined.user).toMatchObject({ email, role: "viewer", accountId: mine.id });
    const { headers, body: session } = await browser({ email });
    expect(session).toEqual(joined);
    expect((await api("GET /v1/session", { headers })).body).toEqual(joined);
    const { body: log } = await api("GET /v1/deliveries", { headers });
    expect(log.deliveries.map(({ id }: { id: string }) => id)).toEqual([own.id]);
    expect((await api(`GET /v1/deliveries/${foreign.id}`, { headers })).status).toBe(404);
    const { body: named } = await api(`GET /v1/deliveries?account=${theirs.id}`, { headers });
    expect(named.deliveries).toEqual([]);
    const { body: users } = await api("GET /v1/users", { key: admin });
    expect(users.users).toContainEqual(expect.objectContaining({ email, accountId: mine.id }));
  });

  test("administer the account, and never the installation", async () => {
    const [mine, theirs] = [await account(), await account()];
    const { id, headers } = await member(mine.id, "admin");
    const { body: made } = await api("POST /v1/webhooks", {
      headers,
      body: { callbackUrl: "https://receiver.example/hook", events: ["AVATAR_TRAINING_FAILED"] },
    });
    expect((await api(`GET /v1/webhooks/${made.id}`, { key: mine.key })).status).toBe(200);
    expect((await api(`GET /v1/webhooks/${made.id}/secret`, { headers })).status).toBe(200);
    const draft = { name: "theirs", scopes: ["admin"] };
    const { body: key } = await api("POST /v1/api-keys", { headers, body: draft });
    expect(key.accountId).toBe(mine.id);
    const elsewhere = { ...draft, accountId: theirs.id };
    expect((await api("POST /v1/api-keys", { headers, body: elsewhere })).status).toBe(400);

    for (const path of ["users", "invitations", "alerts", "system"])
      expect((await api(`GET /v1/${path}`, { headers })).body.code, path).toBe(40300);
    const person = { email: `${randomUUID()}@example.com`, role: "admin", password };
    expect((await api("POST /v1/users", { headers, body: person })).status).toBe(403);
    const { email } = person;
    expect((await api("POST /v1/invitations", { headers, body: { email } })).status).toBe(403);
    const promoted = await api(`PUT /v1/users/${id}`, { headers, body: { role: "admin" } });
    expect(promoted.status).toBe(404);
    const { body: sessions } = await api("GET /v1/sessions", { headers });
    expect(sessions.sessions).toMatchObject([{ userId: id, current: true }]);
  });

  test("keep their account, which is never that of the sample data", async () => {
    const { id: accountId } = await account();
    const { id } = await member(accountId, "viewer");
    const move = { key: admin, body: { accountId: (await account()).id } };
    expect((await api(`PUT /v1/users/${id}`, move)).body.issues[0].path).toBe("accountId");
    for (const wrong of [sampleAccount.id, randomUUID()]) {
      const body = { ...draft(), accountId: wrong };
      const { status, body: problem } = await api("POST /v1/users", { key: admin, body });
      expect([status, problem.issues[0].path]).toEqual([400, "accountId"]);
    }
  });

  test("leave their traces in the audit log of the account", async () => {
    const { id: accountId, key } = await account();
    const body = { ...draft(), accountId };
    const { body: made } = await api("POST /v1/users", { key: admin, body });
    const { headers } = await browser(made);
    await api("DELETE /v1/session", { headers });
    await api(`PUT /v1/users/${made.id}`, { key: admin, body: { role: "operator" } });
    await api(`DELETE /v1/users/${made.id}`, { key: admin });
    const { body: log } = await api("GET /v1/audit", { key });
    expect(log.entries.map(({ action }: { action: string }) => action)).toEqual([
      "user.deleted",
      "user.updated",
      "session.signed_out",
      "session.signed_in",
      "user.created",
    ]);
  });

  test("have a share of the requests, like keys", async () => {
    const { id, key } = await account();
    const { headers } = await member(id);
    await webhook(key);
    const { headers: answered } = await api("GET /v1/webhooks", { headers });
    expect(answered.get("ratelimit")).toBeTruthy();
    const { headers: ofAll } = await browser(await operator());
    const ofOperator = await api("GET /v1/webhooks", { headers: ofAll });
    expect(ofOperator.headers.get("ratelimit")).toBeNull();
  });
});

describe("sessions", () => {
  test("are listed with their addresses, without tokens", async () => {
    const person = await operator("viewer");
    const [here, there] = [await browser(person), await browser(person)];
    const { body, text } = await api("GET /v1/sessions", { headers: here.headers });
    expect(body.sessions.map(({ current }: { current: boolean }) => current).sort()).toEqual([
      false,
      true,
    ]);
    expect(body.sessions[0].address).toMatch(/^198\.1[89]\./);
    for (const { cookie } of [here, there]) expect(text).not.toContain(cookie.split("=")[1]);
    const [{ createdAt, expiresAt }] = body.sessions;
    expect((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000).toBeCloseTo(7, 4);
  });

  test("name the browser by at most 200 characters", async () => {
    const { email } = await operator("viewer");
    const { headers } = await api("POST /v1/session", {
      body: { email, password },
      headers: { "user-agent": "b".repeat(300) },
    });
    const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    const { body } = await api("GET /v1/sessions", { headers: { cookie } });
    expect(body.sessions).toMatchObject([{ userAgent: "b".repeat(200) }]);
  });

  test("stay open while they are used, and are not listed once they are over", async () => {
    const { id } = await user();
    await sessionOf(id, { lastSeenAt: sql`now() - interval '13 hours'` });
    const headers = await sessionOf(id, { lastSeenAt: sql`now() - interval '11 hours'` });
    const { body } = await api("GET /v1/sessions", { headers });
    expect(body.sessions).toMatchObject([{ current: true }]);
    const lately = and(
      eq(sessions.userId, id),
      sql`${sessions.lastSeenAt} > now() - interval '1 hour'`,
    );
    await expect.poll(() => db.$count(sessions, lately)).toBe(1);
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
