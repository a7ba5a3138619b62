import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { inject } from "vitest";
import { connectDatabase } from "@/db/client";
import { type Scope, scopes } from "@/db/enums";
import { accounts, apiKeys, invitations, sessions, users } from "@/db/schema/accounts";
import { alerts } from "@/db/schema/alerts";
import { savedViews } from "@/db/schema/views";
import { hashKey, hintOf, newApiKey } from "@/lib/api-keys/key";
import { hashToken, newToken } from "@/lib/session/token";
import { api } from "./client";

export const db = connectDatabase(inject("databaseUrl"), 2);

export type Account = { id: string; key: string };

/** Creates an account of this test, with a key that has all scopes. */
export async function account(): Promise<Account> {
  const [made] = await db
    .insert(accounts)
    .values({ name: `Test ${randomUUID()}` })
    .returning();
  return { id: made!.id, key: await keyOf(made!.id, scopes) };
}

/** Creates a key with these scopes; for every account if `accountId` is null. */
export async function keyOf(
  accountId: string | null,
  granted: readonly Scope[],
  more: Partial<typeof apiKeys.$inferInsert> = {},
): Promise<string> {
  const key = newApiKey();
  await db.insert(apiKeys).values({
    accountId,
    name: "test",
    scopes: [...granted],
    keyHash: hashKey(key),
    ...hintOf(key),
    ...more,
  });
  return key;
}

export async function webhook(key: string, more: object = {}): Promise<{ id: string }> {
  const { body } = await api("POST /v1/webhooks", {
    key,
    body: {
      callbackUrl: "https://receiver.example/hook",
      events: ["VIDEO_GENERATION_SUCCESS"],
      ...more,
    },
  });
  return body;
}

export const videoDone = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "video-1" } };

/** Publishes an event to one webhook and returns its delivery. */
export async function delivery(key: string) {
  const { id: webhookId } = await webhook(key);
  const { body: event } = await api("POST /v1/events", { key, body: videoDone });
  const { body } = await api(`GET /v1/deliveries?webhook=${webhookId}`, { key });
  return { webhookId, eventId: event.id as string, id: body.deliveries[0].id as string };
}

/** Creates an operator by SQL. */
export async function user(): Promise<{ id: string; email: string }> {
  const [made] = await db
    .insert(users)
    .values({ email: `${randomUUID()}@example.com`, role: "viewer" })
    .returning();
  return made!;
}

/** Creates a session by SQL. */
export async function session(): Promise<{ id: string }> {
  const { id: userId } = await user();
  const [made] = await db
    .insert(sessions)
    .values({ userId, tokenHash: hashToken(newToken()), expiresAt: sql`now() + interval '1 hour'` })
    .returning();
  return made!;
}

/** Creates an invitation by SQL. */
export async function invitation(): Promise<{ id: string }> {
  const [made] = await db
    .insert(invitations)
    .values({
      email: `${randomUUID()}@example.com`,
      role: "viewer",
      tokenHash: hashToken(newToken()),
      expiresAt: sql`now() + interval '1 hour'`,
    })
    .returning();
  return made!;
}

/** Creates an alert by SQL, as if it had been sent. */
export async function alert(): Promise<{ id: string }> {
  const data = JSON.stringify({ reason: "A test: alerts arrive here." });
  const sent = { kind: "alert.test", data, status: "delivered", dueAt: null } as const;
  const [made] = await db.insert(alerts).values(sent).returning();
  return made!;
}

/** Creates a saved view by SQL. */
export async function savedView(): Promise<{ id: string }> {
  const { id: userId } = await user();
  const view = { userId, name: "Failures", query: "status=failed" };
  const [made] = await db.insert(savedViews).values(view).returning();
  return made!;
}
