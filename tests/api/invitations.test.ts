import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { invitations, users } from "@/db/schema/accounts";
import { auditLog } from "@/db/schema/audit";
import { signInFailures } from "@/db/schema/sign-in-failures";
import { anyAddress, api } from "./client";
import { browser, operator, password } from "./people";
import { beginTransaction, untilBlocking } from "./until-blocking";
import { account, db, keyOf } from "./world";

const admin = await keyOf(null, ["admin"]);
const anyEmail = () => `${randomUUID()}@example.com`;
const anyInvitation = () => ({ body: { email: anyEmail() } });
const invite = (body: object) => api("POST /v1/invitations", { key: admin, body });
const tokenOf = ({ link }: { link: string }) => link.split("#")[1] ?? "";
const accept = (token: string) => api("POST /v1/invitations/accept", { body: { token, password } });
const preview = (token: string) => api("POST /v1/invitations/preview", { body: { token } });
const outcome = ({ status, body }: Awaited<ReturnType<typeof accept>>) => [status, body.message];

function createUser(email: string) {
  const body = { email, role: "operator", password };
  return api("POST /v1/users", { key: admin, body });
}

async function createLink(email: string) {
  const { id } = await account();
  return api(`POST /v1/accounts/${id}/sign-in-links`, { key: admin, body: { email } });
}

async function moveUser(email: string) {
  const { id } = (await createUser(anyEmail())).body;
  return api(`PUT /v1/users/${id}`, { key: admin, body: { email } });
}

async function listed() {
  const { body, text } = await api("GET /v1/invitations", { key: admin });
  return {
    invitations: body.invitations as { id: string; state: string; createdAt: string }[],
    text,
  };
}

describe("an invitation", () => {
  test("makes its viewer sign up with a password of their own, and signs in", async () => {
    const inviter = await operator();
    const { headers } = await browser(inviter);
    const email = anyEmail();
    const made = await api("POST /v1/invitations", { headers, body: { email } });
    expect([made.status, made.body.role, made.body.state]).toEqual([201, "viewer", "pending"]);
    const hours = (Date.parse(made.body.expiresAt) - Date.parse(made.body.createdAt)) / 3_600_000;
    expect(hours).toBeCloseTo(72, 2);
    const token = tokenOf(made.body);
    expect(made.body.link).toBe(`/invite#${token}`);
    const { invitations: rows, text } = await listed();
    expect(rows.find(({ id }) => id === made.body.id)).toMatchObject({ createdBy: inviter.email });
    expect(text).not.toContain(token);
    const read = `GET ${made.headers.get("location")}`;
    expect((await api(read, { headers })).body).toEqual(rows.find(({ id }) => id === made.body.id));

    expect((await preview(token)).body).toMatchObject({ email, role: "viewer" });
    const signedIn = await accept(token);
    expect([signedIn.status, signedIn.body.user.email]).toEqual([201, email]);
    const created = and(
      eq(auditLog.targetId, signedIn.body.user.id),
      eq(auditLog.action, "user.created"),
    );
    expect(await db.$count(auditLog, created)).toBe(1);
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await api("GET /v1/session", { headers: { cookie } })).body.user.role).toBe("viewer");
    expect((await browser({ email })).body.user.email).toBe(email);
    expect((await listed()).invitations.map(({ id }) => id)).not.toContain(made.body.id);
    expect((await api(read, { headers })).status).toBe(404);

    const rest = await db.select().from(auditLog).where(eq(auditLog.targetId, made.body.id));
    expect(rest.map(({ action, actorName }) => [action, actorName]).sort()).toEqual([
      ["invitation.accepted", email],
      ["invitation.created", inviter.email],
    ]);
    const stored = await db.execute(sql`
      select i::text as row from invitations i union all select a::text from audit_log a`);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test("works once, also for concurrent requests", async () => {
    const email = anyEmail();
    const token = tokenOf((await invite({ email, role: "operator" })).body);
    const answers = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const used = [409, "This link has been used. Sign in with your e-mail address."];
    expect(outcome(await preview(token))).toEqual(used);
    expect(await db.$count(users, eq(users.email, email))).toBe(1);
  });

  test("expires, is listed as expired, and gets a new link", async () => {
    const { id, ...made } = (await invite({ email: anyEmail() })).body;
    const lapsed = { expiresAt: sql`now()` };
    await db.update(invitations).set(lapsed).where(eq(invitations.id, id));
    const expired = [409, "This link has expired. Ask an administrator for a new one."];
    expect(outcome(await accept(tokenOf(made)))).toEqual(expired);
    await invite({ email: anyEmail() });
    const { invitations: rows } = await listed();
    expect(rows.find((one) => one.id === id)?.state).toBe("expired");
    const times = rows.map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toEqual(times.toSorted((a, b) => b - a));

    const again = await api(`POST /v1/invitations/${id}/renew`, { key: admin });
    expect([again.status, again.body.state]).toEqual([200, "pending"]);
    const entries = and(eq(auditLog.targetId, id), eq(auditLog.action, "invitation.renewed"));
    expect(await db.$count(auditLog, entries)).toBe(1);
    expect((await accept(tokenOf(made))).status).toBe(404);
    expect((await accept(tokenOf(again.body))).status).toBe(201);
    expect((await api(`POST /v1/invitations/${id}/renew`, { key: admin })).status).toBe(404);
  });

  test("ends when it is revoked", async () => {
    const { id, ...made } = (await invite({ email: anyEmail() })).body;
    expect((await api(`DELETE /v1/invitations/${id}`, { key: admin })).status).toBe(204);
    const invalid = [404, "This link is not valid. It was revoked or replaced."];
    expect(outcome(await preview(tokenOf(made)))).toEqual(invalid);
    expect(outcome(await accept(tokenOf(made)))).toEqual(invalid);
    const entries = and(eq(auditLog.targetId, id), eq(auditLog.action, "invitation.revoked"));
    expect(await db.$count(auditLog, entries)).toBe(1);
  });

  test.each([
    ["is created", createUser],
    ["is created by a sign-in link", createLink],
    ["gets it in place of another", moveUser],
  ])("ends when a user with its address %s", async (_, give) => {
    const { id, ...made } = (await invite({ email: anyEmail() })).body;
    expect((await give(made.email.toUpperCase())).status).toBeLessThan(300);
    expect((await listed()).invitations.map((one) => one.id)).not.toContain(id);
    expect((await preview(tokenOf(made))).status).toBe(404);
    const entries = and(eq(auditLog.targetId, id), eq(auditLog.action, "invitation.revoked"));
    expect(await db.$count(auditLog, entries)).toBe(1);
  });

  test("is refused if it is revoked while it is being accepted", async () => {
    const { id, email, ...made } = (await invite({ email: anyEmail() })).body;
    const transaction = await beginTransaction();
    await transaction`delete from invitations where id = ${id}`;
    const accepting = accept(tokenOf(made));
    await untilBlocking(transaction);
    await transaction`commit`;
    expect((await accepting).status).toBe(404);
    expect(await db.$count(users, eq(users.email, email))).toBe(0);
  });

  test.each([
    ["removed", "DELETE", undefined],
    ["demoted", "PUT", { role: "operator" }],
  ])("ends when the administrator who has its link is %s", async (_, method, body) => {
    const inviter = await operator();
    const { headers } = await browser(inviter);
    const from = (caller: object) => api("POST /v1/invitations", { ...caller, ...anyInvitation() });
    const [own, taken, renewed] = [
      await from({ headers }),
      await from({ headers }),
      await from({ key: admin }),
    ].map(({ body }) => body);
    const others = await api(`POST /v1/invitations/${taken.id}/renew`, { key: admin });
    const theirs = await api(`POST /v1/invitations/${renewed.id}/renew`, { headers });
    const links = [own, others.body, theirs.body].map(tokenOf);
    const { id: accepted } = (await from({ headers })).body;
    await db
      .update(invitations)
      .set({ acceptedAt: sql`now()` })
      .where(eq(invitations.id, accepted));
    const states = async () => {
      const answers = [];
      for (const link of links) answers.push((await preview(link)).status);
      return answers;
    };
    const at = `/v1/users/${inviter.id}`;
    await api(`PUT ${at}`, { key: admin, body: { email: `new-${inviter.email}` } });
    expect(await states()).toEqual([200, 200, 200]);
    expect((await api(`${method} ${at}`, { key: admin, body })).status).toBeLessThan(300);
    expect(await states()).toEqual([404, 200, 404]);
    expect(await db.$count(invitations, eq(invitations.id, accepted))).toBe(1);
    const entries = and(eq(auditLog.action, "invitation.revoked"), eq(auditLog.targetId, own.id));
    expect(await db.select().from(auditLog).where(entries)).toMatchObject([
      { actorKind: "key", before: JSON.stringify({ email: own.email, role: "viewer" }) },
    ]);
  });

  test("is refused for a user, and for a person who is invited", async () => {
    const email = anyEmail();
    await invite({ email });
    const { email: known } = await operator("viewer");
    for (const taken of [email.toUpperCase(), known.toUpperCase()]) {
      const { status, body } = await invite({ email: taken });
      expect([status, body.issues[0].path]).toEqual([409, "email"]);
    }
  });

  test("cannot be guessed: failures are limited by address, and a right token works all the same", async () => {
    const from = { "x-forwarded-for": anyAddress() };
    const token = tokenOf((await invite({ email: anyEmail() })).body);
    const accepted = tokenOf((await invite({ email: anyEmail() })).body);
    const see = (token: string) =>
      api("POST /v1/invitations/preview", { headers: from, body: { token } });
    for (let n = 0; n < 6; n++) expect((await see(token)).status).toBe(200);
    const body = { token: accepted, password };
    const accepting = await api("POST /v1/invitations/accept", { headers: from, body });
    expect(accepting.status).toBe(201);
    const guesses = Array.from({ length: 8 }, () => see(randomUUID()));
    const statuses = (await Promise.all(guesses)).map((it) => it.status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    const wrong = { token: randomUUID(), password };
    const held = await api("POST /v1/invitations/accept", { headers: from, body: wrong });
    expect(held.status).toBe(429);
    expect((await see(token)).status).toBe(200);
  });

  test("is accepted with ten attempts at most in 15 minutes, each of which hashes a password", async () => {
    const { body: invited } = await invite({ email: anyEmail() });
    const [subject, token] = [`invitation ${invited.id}`, tokenOf(invited)];
    const failures = { subject, failures: 9, since: sql`now()` };
    await db
      .insert(signInFailures)
      .values({ ...failures, blockedUntil: sql`now() + interval '1 minute'` });
    expect(outcome(await accept(token))).toEqual([
      429,
      expect.stringContaining("Too many attempts"),
    ]);
    await db
      .update(signInFailures)
      .set({ blockedUntil: null })
      .where(eq(signInFailures.subject, subject));
    expect((await accept(token)).status).toBe(201);
  });
});
