import { eq, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { userPasswords, users } from "@/db/schema/accounts";
import type { Problem } from "@/lib/protocol/problem";
import { problemAt } from "@/lib/protocol/problem-at";

type Draft = Pick<typeof users.$inferInsert, "accountId" | "email" | "role">;

/**
 * Creates a user with a password, in a transaction.
 * @throws Problem 40900 when a user has the e-mail address
 */
export async function insertUser(tx: Queries, draft: Draft, passwordHash: string) {
  const [made] = await tx.insert(users).values(draft).onConflictDoNothing().returning();
  if (!made) throw addressTaken();
  await tx.insert(userPasswords).values({ userId: made.id, passwordHash });
  return made;
}

/** @throws Problem 40900 when a user has the e-mail address, in any case of letters */
export async function assertAddressFree(tx: Queries, email: string): Promise<void> {
  const same = eq(sql`lower(${users.email})`, email.toLowerCase());
  if ((await tx.$count(users, same)) > 0) throw addressTaken();
}

export function addressTaken(): Problem {
  const message = "A user with this e-mail address already exists";
  return problemAt("email", message, 40900);
}
