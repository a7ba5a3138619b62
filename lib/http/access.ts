import type { Role, Scope } from "@/db/enums";
import { scopes } from "@/db/enums";
import type { Access } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";

/** Returns the scopes of a role. */
export function scopesOf(role: Role): Scope[] {
  if (role === "admin") return [...scopes];
  if (role === "operator") {
    return scopes.filter((scope) => scope !== "admin" && scope !== "webhooks:secrets");
  }
  return scopes.filter((scope) => scope.endsWith(":read"));
}

/** @throws Problem 40300 with the name of the missing scope */
export function assertAccess(granted: readonly Scope[], access: Access): void {
  if (access === "any" || access === "public" || granted.includes(access)) return;
  throw new Problem(
    40300,
    `This key or role lacks the scope ${access}, which the operation needs. Use one that has it.`,
  );
}
