import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Role } from "@/db/enums";
import { sessions, userPasswords, users } from "@/db/schema/accounts";
import { sessionCookie } from "@/lib/session/cookie";
import { hashToken, newToken } from "@/lib/session/token";
import { hashPassword } from "@/lib/users/password";
import { api } from "./client";
import { db } from "./world";

export const password = "correct horse battery";
export const sameOrigin = { "sec-fetch-site": "same-origin" };

/** Creates a user who can sign in. */
export async function operator(role: Role = "admin") {
  const email = `${randomUUID()}@example.com`;
  const [made] = await db.insert(users).values({ email, role }).returning();
  const passwordHash = await hashPassword(password);
  await db.insert(userPasswords).values({ userId: made!.id, passwordHash });
  return { id: made!.id, email };
}

/** Creates a member of an account, and a session of theirs. */
export async function member(accountId: string, role: Role = "admin") {
  const email = `${randomUUID()}@example.com`;
  const [made] = await db.insert(users).values({ accountId, email, role }).returning();
  return { id: made!.id, email, headers: await sessionOf(made!.id) };
}

/** Creates a session of a user by SQL. Returns the request headers of its browser. */
export async function sessionOf(userId: string, times: { lastSeenAt?: SQL; provenAt?: SQL } = {}) {
  const token = newToken();
  const expiresAt = sql`now() + interval '1 hour'`;
  await db.insert(sessions).values({ userId, tokenHash: hashToken(token), expiresAt, ...times });
  return { cookie: sessionCookie(token), ...sameOrigin };
}

/** Returns a user's browser: its request headers, and the sign-in response. */
export async function browser(person: { email: string }, secret = password) {
  const { headers, body } = await api("POST /v1/session", {
    body: { email: person.email, password: secret },
  });
  const header = headers.get("set-cookie") ?? "";
  const cookie = header.split(";")[0] ?? "";
  return { cookie, body, header, headers: { cookie, ...sameOrigin } };
}
