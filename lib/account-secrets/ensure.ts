import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { accountSecrets } from "@/db/schema/accounts";
import { newSecret } from "@/lib/outbound/signature";
import { keepAccountSecret } from "./kept-secret";

/** Creates a signing secret for accounts without one. */
export async function ensureAccountSecrets(db: Queries, accountIds: string[]): Promise<void> {
  const drafts = accountIds.map((accountId) => keepAccountSecret(accountId, newSecret()));
  await db.insert(accountSecrets).values(drafts).onConflictDoNothing({
    target: accountSecrets.accountId,
    where: sql`valid_until is null`,
  });
}
