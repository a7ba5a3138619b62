"use client";

import { useQuery } from "@tanstack/react-query";
import { formatTarget } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { isCut, webhookQueries } from "@/lib/webhooks/queries";

/**
 * Returns a look-up of the names of these webhooks: label or URL; `missing` for one that does not exist, and an ellipsis until
 * that is known. Those that the list lacks are read one by one.
 */
export function useWebhookNames(ids: readonly string[]): (id: string, missing: string) => string {
  const { data: newest, status } = useQuery(webhookQueries.list());
  const labelOf = useLabels();
  const urls = new Map(newest?.map(({ id, callbackUrl }) => [id, callbackUrl]));
  const others = isCut(newest) ? ids.filter((id) => !urls.has(id)) : [];
  const { data: read } = useQuery({
    queryKey: ["webhooks", "urls", others],
    // Few pages need it.
    queryFn: async ({ client }) => (await import("./read-urls")).readUrls(client, others),
    enabled: others.length > 0,
  });
  return (id, missing) => {
    const url = urls.get(id) ?? read?.get(id);
    const isUnknown = status === "pending" || (others.includes(id) && !read);
    if (url === undefined) return isUnknown ? "…" : missing;
    return labelOf(id) || formatTarget(url);
  };
}
