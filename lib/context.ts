import { eq, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Queries } from "@/db/client";
import type { Role, Scope } from "@/db/enums";
import type { EventQueue } from "./queue/queue";

export type Actor =
  | { kind: "key"; keyId: string; name: string }
  | { kind: "user"; userId: string; email: string; role: Role; sessionHash: string }
  | { kind: "anonymous" }
  /** The product itself, as at its first start. */
  | { kind: "system" }
  /** A command on the machine. */
  | { kind: "command_line" };

/** Where a request came from, for logs and the audit log. */
export type RequestSource = {
  requestId: string;
  /** Client address. Unknown for pages, which only read, and for commands. */
  address?: string | undefined;
  userAgent?: string | undefined;
  /** Device token of the browser, from an earlier sign-in. */
  device?: string | undefined;
};

/** Caller with scopes and connections: the first argument of every operation. */
export type Context = RequestSource & {
  /** The pool, or the transaction of the whole request. */
  db: Queries;
  queue: EventQueue;
  /** Account of a key or a member. Null sees every account: a service key, or an operator. */
  accountId: string | null;
  /** For a service key: the account besides the sample account, or null if there are none or several. */
  onlyAccountId?: string | null;
  actor: Actor;
  scopes: readonly Scope[];
};

/** Returns the name of the caller for `created_by`: e-mail address or key name. */
export function nameOf({ actor }: Pick<Context, "actor">): string | null {
  if (actor.kind === "user") return actor.email;
  return actor.kind === "key" ? actor.name : null;
}

/** Returns the caller with access to one account only, if one is named. An account's key keeps to its own. */
export function narrowedTo<C extends Pick<Context, "accountId">>(ctx: C, account?: string): C {
  return ctx.accountId === null && account ? { ...ctx, accountId: account } : ctx;
}

/**
 * Condition that limits a statement to the caller's accounts. Every statement uses it: nothing is found by its id
 * alone.
 */
export function owned(
  { accountId }: Pick<Context, "accountId">,
  column: PgColumn,
): SQL | undefined {
  return accountId === null ? undefined : eq(column, accountId);
}
