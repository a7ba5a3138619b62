import type { AuditEntry } from "@/lib/audit/queries";

type Target = { href: string; id: string; isWebhook: boolean };
const places: Partial<Record<string, (id: string) => string>> = {
  user: () => "/users",
  session: () => "/users",
  api_key: (id) => `/keys?key=${id}`,
  account: () => "/accounts",
  account_secret: () => "/accounts",
  webhook: (id) => `/webhooks/${id}`,
  webhook_secret: (id) => `/webhooks/${id}/signing`,
  signing_key: (id) => `/webhooks/${id}/signing`,
  delivery: (id) => `/deliveries/${id}`,
  inbox_bin: (id) => `/inbox/${id}`,
  replay: (id) => `/replays/${id}`,
};

/** Where to look at what it was done to; nothing where it was done to nobody, or by somebody to themselves. */
export function targetOf({ action, actor, targetId }: AuditEntry): Target | undefined {
  if (targetId === actor.id) return undefined;
  const [noun = ""] = action.split(".");
  const place = places[noun];
  const href = targetId && place?.(targetId);
  return href ? { href, id: targetId, isWebhook: href.startsWith("/webhooks/") } : undefined;
}
