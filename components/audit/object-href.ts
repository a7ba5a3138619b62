import type { AuditEntry } from "@/lib/audit/queries";

type Pages = Partial<Record<string, (id: string) => string>>;

const forOperators: Pages = {
  user: () => "/users",
  session: () => "/users",
  invitation: () => "/users",
  account: () => "/accounts",
  account_secret: () => "/accounts",
  sample_data: () => "/accounts",
};
const forAll: Pages = {
  api_key: (id) => `/keys?key=${id}`,
  webhook: (id) => `/webhooks/${id}`,
  webhook_secret: (id) => `/webhooks/${id}/signing`,
  signing_key: (id) => `/webhooks/${id}/signing`,
  delivery: (id) => `/deliveries/${id}`,
  inbox_bin: (id) => `/inbox/${id}`,
  replay: (id) => `/replays/${id}`,
};

/** Returns the address of the changed object's page, if it has one that the reader can open. */
export function objectHref(
  { action, targetId }: Pick<AuditEntry, "action" | "targetId">,
  { seesAll }: { seesAll: boolean },
): string | undefined {
  const [noun = ""] = action.split(".");
  const page = forAll[noun] ?? (seesAll ? forOperators[noun] : undefined);
  return targetId && page?.(targetId);
}
