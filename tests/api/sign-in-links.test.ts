import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { sessions, signInLinks } from "@/db/schema/accounts";
import { hashToken } from "@/lib/session/token";
import { anyAddress, api } from "./client";
import { browser, member, operator, password, sameOrigin } from "./people";
import { account, db, keyOf, webhook } from "./world";

const admin = await keyOf(null, ["admin"]);
const anyEmail = () => `${randomUUID()}@example.com`;
const linkTo = (accountId: string, body: object, key = admin) =>
  api(`POST /v1/accounts/${accountId}/sign-in-links`, { key, body });
const tokenOf = ({ link }: { link: string }) => link.split("#")[1] ?? "";
const use = (token: string) => api("POST /v1/session/link", { body: { token } });
const headersOf = ({ headers }: { headers: Headers }) => ({
  cookie: headers.get("set-cookie")?.split(";")[0] ?? "",
  ...sameOrigin,
});

async function signedIn(accountId: string, body: object) {
  const answer = await use(tokenOf((await linkTo(accountId, body)).body));
  return { user: answer.body.user, headers: headersOf(answer) };
}

describe("a sign-in link", () => {
  test("makes a customer a member of the account and signs in, without a password", async () => {
    const { id, key } = await account();
    const { id: own } = await webhook(key);
    await webhook((await account()).key);
    const email = anyEmail();
    const { status, body: made } = await linkTo(id, { email });
    expect([status, made.link]).toEqual([201, expect.stringMatching(/^\/enter#[\w-]{43}$/)]);
    expect(Date.parse(made.expiresAt) - Date.now()).toBeLessThanOrEqual(600_000);

    const preview = await api("POST /v1/session/link/preview", { body: { token: tokenOf(made) } });
    expect(preview.body).toEqual({ userId: made.userId, email });

    const answer = await use(tokenOf(made));
    const user = { id: made.userId, accountId: id, email, role: "viewer", passwordless: true };
    expect([answer.status, answer.body.user]).toEqual([201, user]);
    const headers = headersOf(answer);
    expect((await api("GET /v1/session", { headers })).body).toEqual(answer.body);
    const { body: webhooks } = await api("GET /v1/webhooks", { headers });
    expect(webhooks.map(({ id }: { id: string }) => id)).toEqual([own]);
    expect((await browser({ email }, "")).cookie).toBe("");

    const { body: log } = await api("GET /v1/audit", { key });
    expect(log.entries.map(({ action }: { action: string }) => action).slice(0, 3)).toEqual([
      "session.signed_in",
      "session.link_created",
      "user.created",
    ]);
    const stored = await db.execute(sql`
      select l::text as row from sign_in_links l union all select a::text from audit_log a`);
    expect(JSON.stringify(stored)).not.toContain(tokenOf(made));
  });

  test("works once, also for concurrent requests, and within ten minutes", async () => {
    const { id } = await account();
    const email = anyEmail();
    const token = tokenOf((await linkTo(id, { email })).body);
    const answers = await Promise.all([use(token), use(token), use(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404]);

    const late = tokenOf((await linkTo(id, { email })).body);
    const lapsed = { expiresAt: sql`now()` };
    await db
      .update(signInLinks)
      .set(lapsed)
      .where(eq(signInLinks.tokenHash, hashToken(late)));
    const { status, body } = await use(late);
    expect([status, body.message]).toEqual([404, expect.stringContaining("within ten minutes")]);
    await linkTo(id, { email });
    expect(await db.$count(signInLinks, eq(signInLinks.tokenHash, hashToken(late)))).toBe(0);
  });

  test("cannot be guessed: failures are limited by address, and a right token works all the same", async () => {
    const headers = { "x-forwarded-for": anyAddress() };
    const useFrom = (token: string) => api("POST /v1/session/link", { headers, body: { token } });
    const { id } = await account();
    const token = tokenOf((await linkTo(id, { email: anyEmail() })).body);
    const guesses = Array.from({ length: 7 }, () => useFrom(randomUUID()));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([404, 404, 404, 404, 404, 429, 429]);
    expect((await useFrom(token)).status).toBe(201);
  });

  test("keeps the role of a member unless it names one, which ends other sessions", async () => {
    const { id, key } = await account();
    const email = anyEmail();
    const first = await signedIn(id, { email, role: "operator" });
    expect((await signedIn(id, { email: email.toUpperCase() })).user.role).toBe("operator");
    expect((await api("GET /v1/session", first)).status).toBe(200);
    const { user } = await signedIn(id, { email, role: "admin" });
    expect([user.id, user.role]).toEqual([first.user.id, "admin"]);
    expect((await api("GET /v1/session", first)).status).toBe(401);
    const { body: log } = await api("GET /v1/audit?action=user.updated", { key });
    const change = { before: { role: "operator" }, after: { role: "admin" } };
    expect(log.entries).toMatchObject([{ targetId: user.id, ...change }]);
  });

  test("is refused for operators and members of other accounts", async () => {
    const [one, other] = [await account(), await account()];
    const { email: ofOperator } = await operator("viewer");
    const { email: ofOther } = await member(other.id, "viewer");
    for (const email of [ofOperator, ofOther]) {
      const { status, body } = await linkTo(one.id, { email });
      expect([status, body.issues[0].path]).toEqual([409, "email"]);
    }
  });

  test("is created by a service key or an administrator only", async () => {
    const { id, key } = await account();
    const body = { email: anyEmail() };
    expect((await linkTo(id, body, key)).status).toBe(403);
    const { headers } = await member(id, "admin");
    const at = `POST /v1/accounts/${id}/sign-in-links`;
    expect((await api(at, { headers, body })).status).toBe(403);
    const { headers: administrator } = await browser(await operator());
    expect((await api(at, { headers: administrator, body })).status).toBe(201);
    const { headers: viewer } = await browser(await operator("operator"));
    expect((await api(at, { headers: viewer, body })).status).toBe(403);
  });

  test("of another time is needed for secrets, once fifteen minutes have passed", async () => {
    const { id, key } = await account();
    const { id: own } = await webhook(key);
    const draft = { email: anyEmail(), role: "admin" };
    const { user, headers } = await signedIn(id, draft);
    const secret = () => api(`GET /v1/webhooks/${own}/secret`, { headers });
    expect((await secret()).status).toBe(200);
    const provenAt = sql`now() - interval '16 minutes'`;
    await db.update(sessions).set({ provenAt }).where(eq(sessions.userId, user.id));
    expect((await secret()).body.code).toBe(40302);
    const again = await signedIn(id, draft);
    const revealed = await api(`GET /v1/webhooks/${own}/secret`, { headers: again.headers });
    expect(revealed.status).toBe(200);
  });

  test("signs in a member who has a password, too", async () => {
    const { id: accountId } = await account();
    const body = { email: anyEmail(), role: "viewer", password, accountId };
    await api("POST /v1/users", { key: admin, body });
    const { user } = await signedIn(accountId, { email: body.email });
    expect(user).not.toHaveProperty("passwordless");
  });
});
