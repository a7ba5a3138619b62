import type { Role } from "@/db/enums";

/** What each role may do. */
export const roleWords: Record<Role, string> = {
  viewer: "Sees everything but secrets",
  operator: "Resends, publishes and changes webhooks",
  admin: "Everything: secrets, keys and people",
};
