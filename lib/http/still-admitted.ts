import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { apiKeys, sessions, users } from "@/db/schema/accounts";
import type { Context } from "@/lib/context";
import type { Access } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { alive } from "@/lib/session/alive";
import { assertAccess, scopesOf } from "./access";

/**
 * Checks the caller's access again during a long response: sessions end, keys are revoked, roles change. The check does
 * not count as use of the session, so an open tab does not keep a person signed in.
 * @throws Problem when the response must end
 */
export async function assertStillAdmitted(ctx: Context, access: Access): Promise<void> {
  const held = await scopesNow(ctx);
  if (!held) throw new Problem(40100);
  assertAccess(held, access);
}

async function scopesNow({ db, actor }: Context) {
  if (actor.kind === "user") {
    const [found] = await db
      .select({ role: users.role })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.tokenHash, actor.sessionHash), alive));
    return found && scopesOf(found.role);
  }
  if (actor.kind !== "key") return undefined;
  const valid = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`));
  const [found] = await db
    .select({ scopes: apiKeys.scopes })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, actor.keyId), isNull(apiKeys.revokedAt), valid));
  return found?.scopes;
}
