import type { Scope } from "@/db/enums";

/** What each scope lets a program do. */
export const scopeWords: Record<Scope, string> = {
  "webhooks:read": "see webhooks and their settings",
  "webhooks:write": "create, change, test and delete webhooks",
  "webhooks:secrets": "read signing secrets",
  "deliveries:read": "see events, deliveries and health",
  "deliveries:write": "resend deliveries",
  "events:write": "publish events",
  admin: "issue and revoke keys",
};
