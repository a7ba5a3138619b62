import type { Scope } from "@/db/enums";

/** Permissions of each scope, in words. */
export const scopeWords: Record<Scope, string> = {
  "webhooks:read": "Read webhooks and their settings",
  "webhooks:write": "Create, change, test and delete webhooks",
  "webhooks:secrets": "Read and rotate signing secrets",
  "deliveries:read": "Read events, deliveries and health",
  "deliveries:write": "Resend deliveries and stop retries",
  "events:write": "Publish events",
  admin: "Manage keys with any scope, accounts, users and the audit log",
};
