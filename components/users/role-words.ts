import type { Role } from "@/db/enums";

/** Permissions of each role, in words. */
export const roleWords: Record<Role, string> = {
  viewer: "Read-only, without secrets",
  operator: "Manages webhooks, publishes and resends",
  admin: "Full access, including secrets, keys and users",
};
