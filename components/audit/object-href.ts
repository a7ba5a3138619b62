import type { AuditEntry } from "@/lib/audit/queries";

const pages: Partial<Record<string, (id: string) => string>> = {
  user: () => "/users",
  session: () => "/users",
  invitation: () => "/users",
  api_key: (id) => `/keys?key=${id}`,
  account: () => "/accounts",
  account_secret: () => "/accounts",
  sample_data: () => "/accounts",
  webhook: (id) => `/webhooks/${id}`,
  webhook_secret: (id) => `/webhooks/${id}/signing`,
  signing_key: (id) => `/webhooks/${id}/signing`,
  delivery: (id) => `/deliveries/${id}`,
  inbox_bin: (id) => `/inbox/${id}`,
  replay: (id) => `/replays/${id}`,
};

/** Returns the address of the changed object's page, if it has one. */
export function objectHref({
  action,
  targetId,
}: Pick<AuditEntry, "action" | "targetId">): string | undefined {
  const [noun = ""] = action.split(".");
  return targetId && pages[noun]?.(targetId);
}
