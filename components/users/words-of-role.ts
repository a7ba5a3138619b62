import type { Role } from "@/db/enums";

const words: Record<Role, string> = {
  viewer: "Read-only, without secrets",
  operator: "Manages webhooks, publishes and resends",
  admin: "Full access, including secrets, keys and users",
};

/** Returns the permissions of a role, in words. Those of a member hold in one account. */
export function wordsOfRole(role: Role, { isMember }: { isMember: boolean }): string {
  return isMember && role === "admin" ? "Full access, including secrets and keys" : words[role];
}
