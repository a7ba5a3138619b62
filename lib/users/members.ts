import { and, eq, isNull } from "drizzle-orm";
import { users } from "@/db/schema/accounts";
import { accountFor } from "@/lib/accounts/account-for";
import { sampleAccount } from "@/lib/accounts/sample-account";
import type { Context } from "@/lib/context";
import { problemAt } from "@/lib/protocol/problem-at";

/** Condition of operators, who see every account. The setup is open until there is one. */
export const isOperator = isNull(users.accountId);

/** Condition of administrators of the installation. The role of a member counts in the member's account only. */
export const isAdministrator = and(eq(users.role, "admin"), isOperator);

/**
 * Returns the account of a new member, or null for an operator.
 * @throws Problem 40000 for an unknown account, and for the sample account, which can be removed at any time
 */
export async function memberOf(ctx: Context, accountId: string | undefined) {
  if (accountId === undefined) return null;
  const field = "accountId";
  if (accountId !== sampleAccount.id) return accountFor(ctx, accountId, field);
  const message = "Sample data has no members. Choose another account";
  throw problemAt(field, message);
}
