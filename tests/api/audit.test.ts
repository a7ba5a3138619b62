import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { api } from "./client";
import { browser, member, operator, password } from "./people";
import { account, db, delivery, keyOf, webhook } from "./world";

type Entry = {
  action: string;
  targetName?: string;
  before?: object;
  after?: object;
  actor: object;
};

async function log(key: string, query = ""): Promise<Entry[]> {
  return (await api(`GET /v1/audit?${query}`, { key })).body.entries;
}
const actions = async (key: string, query = "") =>
  (await log(key, query)).map(({ action }) => action);

describe("the audit log", () => {
  test("records actor, change, address and former values", async () => {
    const { id: accountId, key } = await account();
    const { id } = await webhook(key, { callbackUrl: "https://a.example/in?token=abc" });
    await api(`PUT /v1/webhooks/${id}`, {
      key,
      body: { callbackUrl: "https://b.example/in?token=def" },
      headers: { "x-forwarded-for": "203.0.113.9", "x-request-id": "change-1" },
    });
    const [entry] = await log(key);
    expect(entry).toMatchObject({
      accountId,
      actor: { kind: "key", name: "test" },
      action: "webhook.updated",
      targetId: id,
      webhookId: id,
      address: "203.0.113.9",
      requestId: "change-1",
      before: { callbackUrl: "https://a.example/in?token=•••" },
      after: { callbackUrl: "https://b.example/in?token=•••" },
    });
  });

  test("has the id of its request", async () => {
    const { key } = await account();
    const headers = { "x-request-id": `change-${randomUUID()}` };
    const body = { callbackUrl: "https://a.example/in", events: ["VIDEO_GENERATION_SUCCESS"] };
    await api("POST /v1/webhooks", { key, body, headers });
    await webhook(key);
    expect(await actions(key, `request=${headers["x-request-id"]}`)).toEqual(["webhook.created"]);
  });

  test("records each action on webhooks and deliveries once", async () => {
    const { key } = await account();
    const { id, webhookId } = await delivery(key);
    const at = `/v1/webhooks/${webhookId}`;
    const headers = { "X-Auth": "hush-hush" };
    await api(`PUT ${at}/settings`, { key, body: { paused: true, label: "Studio", headers } });
    await api(`PUT ${at}/settings`, { key, body: { paused: true, label: "Studio" } });
    await api(`PUT ${at}/settings`, { key, body: { paused: false } });
    await api(`POST ${at}/test`, { key, body: { event: "AVATAR_TRAINING_FAILED" } });
    await api(`PUT ${at}/signing-key`, { key });
    await api(`PUT ${at}/signing-key`, { key });
    await api(`DELETE ${at}/signing-key`, { key });
    await api(`GET ${at}/secret`, { key });
    await api(`POST ${at}/secret/rotate`, { key, body: { overlapSeconds: 3600 } });
    await api(`DELETE ${at}/secret/previous`, { key });
    await api(`DELETE ${at}/secret/previous`, { key });
    await api(`POST /v1/deliveries/${id}/resend`, { key });
    await api(`POST /v1/deliveries/${id}/cancel`, { key });
    await api(`POST /v1/deliveries/${id}/cancel`, { key });
    await api(`DELETE ${at}`, { key });
    expect(await actions(key, `webhook=${webhookId}`)).toEqual([
      "webhook.deleted",
      "delivery.cancelled",
      "delivery.resent",
      "webhook_secret.overlap_ended",
      "webhook_secret.rotated",
      "webhook_secret.revealed",
      "signing_key.disabled",
      "signing_key.enabled",
      "webhook.tested",
      "webhook.resumed",
      "webhook.paused",
      "webhook.settings_updated",
      "webhook.created",
    ]);
    const { text } = await api("GET /v1/audit", { key });
    expect(text).toContain('"X-Auth":"***"');
    expect(text).not.toContain("hush");
  });

  test("records keys, accounts, replays and revealed secrets", async () => {
    const { id, key } = await account();
    const draft = { name: "reader", scopes: ["webhooks:read"] };
    const { body: issued } = await api("POST /v1/api-keys", { key, body: draft });
    const { body: next } = await api(`POST /v1/api-keys/${issued.id}/rotate`, { key, body: {} });
    await api(`DELETE /v1/api-keys/${issued.id}`, { key });
    await api(`GET /v1/accounts/${id}/secret`, { key });
    await api(`POST /v1/accounts/${id}/secret/rotate`, { key, body: {} });
    const { body: replay } = await api("POST /v1/replays", { key, body: { filter: {} } });
    const service = await keyOf(null, ["admin"]);
    await api(`PUT /v1/accounts/${id}`, { key: service, body: { name: `New ${id}` } });
    expect(await actions(key)).toEqual([
      "account.renamed",
      "replay.created",
      "account_secret.rotated",
      "account_secret.revealed",
      "api_key.revoked",
      "api_key.rotated",
      "api_key.issued",
    ]);
    expect(await actions(key, `target=${replay.id}`)).toEqual(["replay.created"]);
    const { text } = await api("GET /v1/audit", { key });
    for (const secret of [issued.key, next.key]) expect(text).not.toContain(secret);
    expect(text).not.toContain("whsec_");
  });

  test("records sign-ins, failed ones included, without passwords", async () => {
    const service = await keyOf(null, ["admin"]);
    const person = await operator();
    await browser(person, "a wrong guess");
    const signedIn = await browser(person);
    await api("DELETE /v1/session", { headers: signedIn.headers });
    const { body, text } = await api(`GET /v1/audit?actor=${person.email}`, { key: service });
    expect(body.entries.map(({ action }: Entry) => action)).toEqual([
      "session.signed_out",
      "session.signed_in",
      "session.sign_in_failed",
    ]);
    expect(body.entries[2].actor).toEqual({ kind: "anonymous", name: person.email });
    expect(text).not.toContain("a wrong guess");
    expect(text).not.toContain(password);
  });

  test("records automatic pauses", async () => {
    const { key } = await account();
    const { id } = await webhook(key);
    await db.execute(
      sql`update webhooks set paused_at = now(), pause_reason = 'failing' where id = ${id}`,
    );
    const [entry] = await log(key);
    expect(entry).toMatchObject({
      actor: { kind: "system" },
      action: "webhook.paused",
      after: { reason: "failing" },
    });
  });

  test("records changes of users, passwords, roles and sessions", async () => {
    const service = await keyOf(null, ["admin"]);
    const draft = { email: `${randomUUID()}@example.com`, role: "viewer", password };
    const { body: made } = await api("POST /v1/users", { key: service, body: draft });
    await browser(draft);
    const { body: held } = await api(`GET /v1/sessions?user=${made.id}`, { key: service });
    await api(`DELETE /v1/sessions/${held.sessions[0].id}`, { key: service });
    const at = `/v1/users/${made.id}`;
    await api(`PUT ${at}`, { key: service, body: { role: "operator" } });
    await api(`PUT ${at}`, { key: service, body: { password: `${password}!` } });
    await api(`DELETE ${at}`, { key: service });
    expect(await actions(service, `target=${made.id}`)).toEqual([
      "user.deleted",
      "user.password_changed",
      "user.updated",
      "session.revoked",
      "session.signed_in",
      "user.created",
    ]);
  });

  test("of an account has the session of a member that an operator ended", async () => {
    const { id, key } = await account();
    const person = await member(id, "viewer");
    const service = await keyOf(null, ["admin"]);
    const { body: held } = await api(`GET /v1/sessions?user=${person.id}`, { key: service });
    await api(`DELETE /v1/sessions/${held.sessions[0].id}`, { key: service });
    expect(await log(key)).toMatchObject([
      { action: "session.revoked", accountId: id, targetId: person.id, targetName: person.email },
    ]);
  });

  test("records cancelled replays", async () => {
    const { key } = await account();
    await delivery(key);
    const draft = { filter: {}, ratePerSecond: 1 };
    const { body: replay } = await api("POST /v1/replays", { key, body: draft });
    await api(`POST /v1/replays/${replay.id}/cancel`, { key });
    expect(await actions(key, `target=${replay.id}`)).toEqual([
      "replay.cancelled",
      "replay.created",
    ]);
  });

  test("shows an account its own entries only", async () => {
    const [mine, theirs] = [await account(), await account()];
    const { id } = await webhook(theirs.key);
    expect(await log(mine.key)).toEqual([]);
    expect(await log(mine.key, `webhook=${id}&account=${theirs.id}`)).toEqual([]);
    expect(await actions(await keyOf(null, scopes), `account=${theirs.id}`)).toEqual([
      "webhook.created",
    ]);
  });

  test("is read page by page, and by action, time and key", async () => {
    const { key } = await account();
    for (let n = 0; n < 3; n++) await webhook(key);
    const { body: first } = await api("GET /v1/audit?limit=2", { key });
    const { body: rest } = await api(`GET /v1/audit?limit=2&cursor=${first.nextCursor}`, { key });
    const ids = [...first.entries, ...rest.entries].map(({ id }: { id: string }) => id);
    expect([new Set(ids).size, rest.nextCursor]).toEqual([3, undefined]);
    expect(await actions(key, "action=webhook.deleted")).toEqual([]);
    expect(await actions(key, "action=webhook.created,webhook.deleted&actor=test")).toHaveLength(3);
    expect(await log(key, `actor=${randomUUID()}`)).toEqual([]);
    expect(await log(key, "since=2999-01-01T00:00:00Z")).toEqual([]);
    expect(await log(key, "to=2999-01-01T00:00:00Z")).toHaveLength(3);
  });

  test.each([
    sql`update audit_log set action = 'webhook.created'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ])("is append-only", async (statement) => {
    await expect(db.execute(statement)).rejects.toHaveProperty(
      "cause.message",
      "the audit log is append-only",
    );
  });

  test("does not record failed actions", async () => {
    const { key } = await account();
    const { id } = await webhook(key);
    await api(`PUT /v1/webhooks/${id}`, { key, body: { callbackUrl: "http://127.0.0.1/" } });
    await api(`PUT /v1/webhooks/${id}`, { key, body: { events: ["VIDEO_GENERATION_SUCCESS"] } });
    await api(`PUT /v1/webhooks/${id}`, { key, body: {} });
    expect(await actions(key)).toEqual(["webhook.created"]);
  });
});
