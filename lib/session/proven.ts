import { and, eq, sql } from "drizzle-orm";
import { sessions } from "@/db/schema/accounts";
import { auditLog } from "@/db/schema/audit";
import type { Context } from "@/lib/context";
import { defaultProblem } from "@/lib/protocol/default-problem";

type Caller = Pick<Context, "db" | "actor">;
const lately = sql`now() - interval '15 minutes'`;

/**
 * Requires a password confirmed within 15 minutes, by signing in or by `POST /v1/session/proof`. Protects sessions that
 * were left open. API keys are exempt: each request proves the key.
 * @throws Problem 40302
 */
export async function assertProven({ db, actor }: Caller): Promise<void> {
  if (actor.kind !== "user") return;
  const own = eq(sessions.tokenHash, actor.sessionHash);
  const proven = and(own, sql`${sessions.provenAt} > ${lately}`);
  if ((await db.$count(sessions, proven)) === 0) throw defaultProblem(40302);
}

/**
 * Like `assertProven`, but exempts the person who created the webhook within these 15 minutes.
 * @throws Problem 40302
 */
export async function assertProvenOrCreator(asker: Caller, webhookId: string): Promise<void> {
  const { db, actor } = asker;
  if (actor.kind !== "user") return;
  const created = and(
    eq(auditLog.webhookId, webhookId),
    eq(auditLog.action, "webhook.created"),
    eq(auditLog.actorId, actor.userId),
    sql`${auditLog.createdAt} > ${lately}`,
  );
  if ((await db.$count(auditLog, created)) === 0) await assertProven(asker);
}
