import { useQuery } from "@tanstack/react-query";
import { formatTarget } from "@/lib/format";
import { settingsQueries } from "@/lib/settings/queries";
import { webhookQueries } from "@/lib/webhooks/queries";

/** What people call each webhook; one that is gone has only its id. */
export function useWebhookNames(): ReadonlyMap<string, string> {
  const { data: webhooks } = useQuery(webhookQueries.list());
  const { data: settings } = useQuery(settingsQueries.list());
  const labels = new Map(settings?.map(({ webhookId, label }) => [webhookId, label]));
  return new Map(
    webhooks?.map(({ id, callbackUrl }) => [id, labels.get(id) || formatTarget(callbackUrl)]),
  );
}
