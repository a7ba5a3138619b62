import type { QueryClient } from "@tanstack/react-query";
import { formatTarget } from "@/lib/format";
import { settingsQueries } from "@/lib/settings/queries";
import { webhookQueries } from "@/lib/webhooks/queries";

/** Returns the label or the host of a webhook as far as the query cache knows it. */
export function webhookNameIn(client: QueryClient, id: string): string | undefined {
  const label = client.getQueryData(settingsQueries.one(id).queryKey)?.label;
  const url = client.getQueryData(webhookQueries.one(id).queryKey)?.callbackUrl;
  return label || (url && formatTarget(url));
}
