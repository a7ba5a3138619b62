import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sessions, users } from "@/db/schema/accounts";
import type { Context, RequestSource } from "@/lib/context";
import { log } from "@/lib/log";
import { defaultProblem } from "@/lib/protocol/default-problem";
import type { Access } from "@/lib/protocol/endpoint";
import type { ResponseHeaders } from "@/lib/protocol/response-headers";
import { alive } from "@/lib/session/browser-session";
import { hashToken } from "@/lib/session/token";
import { assertAccess, scopesOf } from "./access";
import type { ApiRequest } from "./api-request";
import { callerPoolOf, database, queue } from "./database";
import { countRequest } from "./request-limits";

type Call = {
  apiRequest: Pick<ApiRequest, "caller">;
  /** Headers of the response. */
  headers: ResponseHeaders;
};

/**
 * Returns the Context of a session. A member has access to one account, as a key of that account.
 * @param call notes the user, also if the request is refused, and counts it; left out by pages, which are counted by address
 * @throws Problem 40100 without a valid session, 42900 for a member over the limit of requests
 */
export async function contextOfSession(
  token: string,
  access: Access,
  source: RequestSource,
  call?: Call,
) {
  const db = database(callerPoolOf(access));
  const sessionHash = hashToken(token);
  const [found] = await db
    .select({
      userId: users.id,
      accountId: users.accountId,
      email: users.email,
      role: users.role,
      seen: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sessionHash), alive));
  if (!found) throw defaultProblem(40100);
  const { seen, accountId, ...user } = found;
  noteSeen(db, sessionHash, seen);
  const actor = { kind: "user" as const, sessionHash, ...user };
  if (call) call.apiRequest.caller = { actor, accountId };
  const scopes = scopesOf(user.role);
  if (call && accountId !== null) countRequest({ id: user.userId, scopes }, access, call.headers);
  assertAccess(scopes, access);
  const ctx: Context = {
    ...source,
    db,
    queue: queue(),
    accountId,
    actor,
    scopes,
  };
  return ctx;
}

const minuteMs = 60_000;

/** Updates `last_seen_at` at most once a minute, outside the request, which does not fail if the update does. */
function noteSeen(db: Database, sessionHash: string, last: Date): void {
  if (Date.now() - last.getTime() < minuteMs) return;
  db.update(sessions)
    .set({ lastSeenAt: sql`now()` })
    .where(eq(sessions.tokenHash, sessionHash))
    .catch((error: unknown) => log.warn({ err: error }, "recording session use failed"));
}
