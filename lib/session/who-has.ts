import { eq, sql } from "drizzle-orm";
import { userPasswords, users } from "@/db/schema/accounts";
import type { Context } from "@/lib/context";

/** Returns the person with an e-mail address, in any case of letters, with the password hash. */
export async function whoHas({ db }: Pick<Context, "db">, email: string) {
  const [known] = await db
    .select({ user: users, passwordHash: userPasswords.passwordHash })
    .from(users)
    .innerJoin(userPasswords, eq(userPasswords.userId, users.id))
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return known;
}
