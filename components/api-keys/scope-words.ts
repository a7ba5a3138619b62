import type { Scope } from "@/db/enums";

/** What each scope lets a program do. */
export const scopeWords: Record<Scope, string> = {
  "webhooks:read": "See webhooks and their settings",
  "webhooks:write": "Create, change, test and delete webhooks",
  "webhooks:secrets": "Read and rotate signing secrets",
  "deliveries:read": "See events, deliveries and health",
  "deliveries:write": "Resend deliveries and stop retries",
  "events:write": "Publish events",
  admin: "Administer: keys, accounts, people, audit log",
};
