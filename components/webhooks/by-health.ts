import type { WebhookHealth } from "@/lib/health/queries";

const worstFirst: readonly WebhookHealth["state"][] = [
  "failing",
  "degraded",
  "auto_paused",
  "paused",
  "healthy",
  "no_traffic",
];

/** What needs a person comes first; among equals the order stays. */
export function byHealth<W extends { id: string }>(
  webhooks: readonly W[],
  healthOf: ReadonlyMap<string, Pick<WebhookHealth, "state">>,
): W[] {
  const rank = ({ id }: W) => worstFirst.indexOf(healthOf.get(id)?.state ?? "no_traffic");
  return [...webhooks].sort((a, b) => rank(a) - rank(b));
}
