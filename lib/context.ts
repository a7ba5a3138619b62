import { eq, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Queries } from "@/db/client";
import type { Role, Scope } from "@/db/enums";
import type { Intake } from "./queue/queue";

export type Actor =
  | { kind: "key"; keyId: string; name: string }
  | { kind: "user"; userId: string; email: string; role: Role; sessionHash: string }
  | { kind: "anonymous" }
  /** The product itself, as at its first start. */
  | { kind: "system" }
  /** Whoever may run commands on the machine. */
  | { kind: "command_line" };

/** What a request tells of itself, for those who look back later. */
export type Origin = {
  requestId: string;
  /** Where it came from; unknown of a page, which is only read, and of a command. */
  address?: string | undefined;
  userAgent?: string | undefined;
};

/** Who asks, and what they may see: the first argument of every operation. */
export type Context = Origin & {
  /** The pool, or the transaction that the whole request is. */
  db: Queries;
  queue: Intake;
  /** Null sees every account: a service key, or an operator. */
  accountId: string | null;
  actor: Actor;
  scopes: readonly Scope[];
};

/** Whose row, as part of every statement: nothing is found by its id alone. */
export function owned(
  { accountId }: Pick<Context, "accountId">,
  column: PgColumn,
): SQL | undefined {
  return accountId === null ? undefined : eq(column, accountId);
}
