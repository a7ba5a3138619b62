import { and, eq, sql } from "drizzle-orm";
import { sessions } from "@/db/schema/accounts";
import type { Context } from "@/lib/context";
import { Problem } from "@/lib/protocol/problem";

/**
 * Whoever left a screen open shows no secret by it. A key proves itself with each request; and a secret that was only
 * just made is shown to whoever may make one.
 * @throws Problem 40302 when the password was last typed more than a quarter of an hour ago
 */
export async function assertProven(
  { db, actor }: Pick<Context, "db" | "actor">,
  { createdAt }: { createdAt: Date },
): Promise<void> {
  if (actor.kind !== "user") return;
  const lately = sql`greatest(${sessions.provenAt}, ${createdAt.toISOString()}) > now() - interval '15 minutes'`;
  const own = eq(sessions.tokenHash, actor.sessionHash);
  if ((await db.$count(sessions, and(own, lately))) === 0) throw new Problem(40302);
}
