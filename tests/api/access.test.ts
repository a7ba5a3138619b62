import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type Role, scopes } from "@/db/enums";
import { apiKeys, sessions, setupTokens } from "@/db/schema/accounts";
import { hashToken, newToken } from "@/lib/session/token";
import { api, origin } from "./client";
import { browser, operator, password, sameOrigin, sessionOf } from "./people";
import { account, db, keyOf } from "./world";

const signedIn = async (role?: Role) => browser(await operator(role));

describe("API keys", () => {
  test("are shown once, work at once, and end at once", async () => {
    const { key: admin } = await account();
    const draft = { name: "reader", scopes: ["webhooks:read"] };
    const created = await api("POST /v1/api-keys", { key: admin, body: draft });
    const { status, headers, body: issued } = created;
    expect(status).toBe(201);
    expect(issued.key).toMatch(/^pbk_live_[0-9A-Za-z]{38}$/);
    expect(issued.prefix + issued.last4).toBe(issued.key.slice(0, 12) + issued.key.slice(-4));

    const { body: list, text } = await api("GET /v1/api-keys", { key: admin });
    expect(list.apiKeys.map(({ name }: { name: string }) => name)).toEqual(["reader", "test"]);
    expect(text).not.toContain(issued.key.slice(12, -4));
    const read = `GET ${headers.get("location")}`;
    expect((await api(read, { key: admin })).body).toEqual(list.apiKeys[0]);

    expect((await api("GET /v1/webhooks", { key: issued.key })).status).toBe(200);
    expect((await api("GET /v1/deliveries", { key: issued.key })).status).toBe(403);
    expect((await api(`DELETE /v1/api-keys/${issued.id}`, { key: admin })).status).toBe(204);
    expect((await api("GET /v1/webhooks", { key: issued.key })).status).toBe(401);
    expect((await api(`DELETE /v1/api-keys/${issued.id}`, { key: admin })).status).toBe(404);
    expect((await api(read, { key: admin })).status).toBe(404);
    const rotate = `POST /v1/api-keys/${issued.id}/rotate`;
    expect((await api(rotate, { key: admin, body: {} })).status).toBe(404);
    expect((await api("GET /v1/api-keys", { key: admin })).text).not.toContain(issued.id);
  });

  test("are restored within five minutes of their revocation, and not later", async () => {
    const { key: admin } = await account();
    const draft = { name: "reader", scopes: ["webhooks:read"] };
    const { body: issued } = await api("POST /v1/api-keys", { key: admin, body: draft });
    const restore = () => api(`POST /v1/api-keys/${issued.id}/restore`, { key: admin });
    expect((await restore()).status).toBe(404);
    await api(`DELETE /v1/api-keys/${issued.id}`, { key: admin });
    const { key: foreign } = await account();
    const byOther = await api(`POST /v1/api-keys/${issued.id}/restore`, { key: foreign });
    expect(byOther.status).toBe(404);
    expect((await restore()).body).toMatchObject({ id: issued.id, name: "reader" });
    const { body: log } = await api("GET /v1/audit?action=api_key.restored", { key: admin });
    expect(log.entries).toMatchObject([{ targetId: issued.id }]);
    expect((await api("GET /v1/webhooks", { key: issued.key })).status).toBe(200);

    await api(`DELETE /v1/api-keys/${issued.id}`, { key: admin });
    const revokedAt = sql`now() - interval '5 minutes'`;
    await db.update(apiKeys).set({ revokedAt }).where(eq(apiKeys.id, issued.id));
    expect((await restore()).status).toBe(404);
    expect((await api("GET /v1/webhooks", { key: issued.key })).status).toBe(401);
  });

  test("are listed whole, or page by page", async () => {
    const { key } = await account();
    const scopes = ["webhooks:read"];
    for (const name of ["b", "c", "d", "e"])
      await api("POST /v1/api-keys", { key, body: { name, scopes } });
    const { body: whole } = await api("GET /v1/api-keys", { key });
    const { body: first } = await api("GET /v1/api-keys?limit=3", { key });
    const next = new URLSearchParams({ limit: "3", cursor: first.nextCursor });
    const { body: second } = await api(`GET /v1/api-keys?${next}`, { key });
    expect(first.apiKeys).toHaveLength(3);
    // Without the last use, which is recorded meanwhile.
    const ids = (keys: { id: string }[]) => keys.map(({ id }) => id);
    expect(ids([...first.apiKeys, ...second.apiKeys])).toEqual(ids(whole.apiKeys));
    for (const last of [whole, second]) expect(last).not.toHaveProperty("nextCursor");
  });

  test("of one account are listed for a service key, and never for another account", async () => {
    const [one, other] = [await account(), await account()];
    const key = await keyOf(null, ["admin"]);
    const owners = async (as: string, asked: string) => {
      const { body } = await api(`GET /v1/api-keys?account=${asked}`, { key: as });
      return body.apiKeys.map(({ accountId }: { accountId: string }) => accountId);
    };
    expect(await owners(key, one.id)).toEqual([one.id]);
    expect(await owners(one.key, other.id)).toEqual([]);
    expect(await owners(key, randomUUID())).toEqual([]);
  });

  test("show their last use", async () => {
    const { key } = await account();
    await api("GET /v1", { key });
    await expect
      .poll(async () => (await api("GET /v1/api-keys", { key })).body.apiKeys[0].lastUsedAt)
      .toBeDefined();
  });

  test("of a customer cannot make a service key, nor one of another account", async () => {
    const [mine, theirs] = [await account(), await account()];
    const draft = { name: "n", scopes: ["admin"] };
    const service = await api("POST /v1/api-keys", {
      key: mine.key,
      body: { ...draft, accountId: null },
    });
    expect(service.body.accountId).toBe(mine.id);
    const foreign = await api("POST /v1/api-keys", {
      key: mine.key,
      body: { ...draft, accountId: theirs.id },
    });
    expect([foreign.status, foreign.body.issues[0].path]).toEqual([400, "accountId"]);
  });

  test("with admin issue scopes that they lack, in their account and with an entry in the audit log", async () => {
    const { id } = await account();
    const key = await keyOf(id, ["admin"]);
    const body = { name: "reader of secrets", scopes: ["webhooks:secrets"] };
    const { status, body: issued } = await api("POST /v1/api-keys", { key, body });
    expect([status, issued.accountId, issued.scopes]).toEqual([201, id, body.scopes]);
    const { body: log } = await api("GET /v1/audit?action=api_key.issued", { key });
    expect(log.entries).toMatchObject([
      { actor: { kind: "key", name: "test" }, targetId: issued.id, after: { scopes: body.scopes } },
    ]);
  });

  test("for every account are created only by callers with access to all accounts", async () => {
    const key = await keyOf(null, ["admin"]);
    const body = { name: "pipeline", scopes: ["events:write"], accountId: null };
    const { status, body: issued } = await api("POST /v1/api-keys", { key, body });
    expect(status).toBe(201);
    expect(issued).not.toHaveProperty("accountId");
  });
});

describe("a session", () => {
  test("gives access to the same endpoints by cookie until sign-out", async () => {
    const { cookie, body, header } = await signedIn();
    expect(body.user.role).toBe("admin");
    expect(header).toMatch(/; HttpOnly; SameSite=Lax/);
    expect((await api("GET /v1/session", { headers: { cookie } })).body).toEqual(body);
    expect((await api("GET /v1/webhooks", { headers: { cookie } })).status).toBe(200);

    const elsewhere = await sessionOf(body.user.id);
    const out = await api("DELETE /v1/session", { headers: { cookie, ...sameOrigin } });
    expect(out.status).toBe(204);
    expect(out.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await api("GET /v1/session", { headers: { cookie } })).status).toBe(401);
    expect((await api("GET /v1/session", { headers: elsewhere })).status).toBe(200);
  });

  test("is refused alike for a wrong password and an unknown user", async () => {
    const { email } = await operator();
    const wrong = await api("POST /v1/session", { body: { email, password: "wrong" } });
    const nobody = await api("POST /v1/session", {
      body: { email: "nobody@example.com", password },
    });
    expect(wrong.status).toBe(401);
    expect(nobody.body).toEqual(wrong.body);
    expect(wrong.headers.get("set-cookie")).toBeNull();
  });

  test.each([
    ["idle for half a day", { lastSeenAt: sql`now() - interval '13 hours'` }],
    ["seven days old", { expiresAt: sql`now() - interval '1 second'` }],
  ])("ends when it is %s", async (_, change) => {
    const { cookie } = await signedIn();
    const tokenHash = hashToken(cookie.split("=")[1]!);
    await db.update(sessions).set(change).where(eq(sessions.tokenHash, tokenHash));
    expect((await api("GET /v1/session", { headers: { cookie } })).status).toBe(401);
  });

  test.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another subdomain", { "sec-fetch-site": "same-site" }],
    ["another origin", { origin: "https://evil.example" }],
    ["no origin", { origin: "null" }],
    ["nowhere", {}],
  ])("may not write from %s", async (_, from: Record<string, string>) => {
    const { cookie } = await signedIn();
    const { status, body } = await api("POST /v1/accounts", {
      headers: { cookie, "content-type": "application/json", ...from },
      body: { name: randomUUID() },
    });
    expect([status, body.code]).toEqual([403, 40301]);
  });

  test.each([
    ["our own page", sameOrigin],
    ["our own origin", { origin }],
    ["the address bar", { "sec-fetch-site": "none" }],
  ])("may write from %s", async (_, from: Record<string, string>) => {
    const { cookie } = await signedIn();
    const { status } = await api("POST /v1/accounts", {
      headers: { cookie, "content-type": "application/json", ...from },
      body: { name: randomUUID() },
    });
    expect(status).toBe(201);
  });

  test("is ignored beside a key", async () => {
    const { cookie } = await signedIn();
    expect((await api("GET /v1/webhooks", { key: "wrong", headers: { cookie } })).status).toBe(401);
  });

  test("gives each role exactly its permissions", async () => {
    const [viewer, worker] = [await signedIn("viewer"), await signedIn("operator")];
    const reads = { headers: { cookie: viewer.cookie } };
    const writes = { headers: { cookie: viewer.cookie, ...sameOrigin } };
    expect((await api("GET /v1/deliveries", reads)).status).toBe(200);
    expect((await api(`POST /v1/deliveries/${randomUUID()}/resend`, writes)).status).toBe(403);
    expect((await api("GET /v1/api-keys", reads)).status).toBe(403);
    expect(viewer.body.scopes).toEqual(["webhooks:read", "deliveries:read"]);
    expect(worker.body.scopes).toEqual([
      "webhooks:read",
      "webhooks:write",
      "deliveries:read",
      "deliveries:write",
      "events:write",
    ]);
    expect((await signedIn("admin")).body.scopes).toEqual(scopes);
  });
});

describe("setup", () => {
  test("returns 404 once an operator exists, with any token", async () => {
    await operator();
    const token = newToken();
    const expiresAt = sql`now() + interval '1 hour'`;
    await db.insert(setupTokens).values({ tokenHash: hashToken(token), expiresAt });
    const { status } = await api("POST /v1/setup", {
      body: { token, email: "late@example.com", password: "long enough to pass" },
    });
    expect(status).toBe(404);
  });
});
