import { useQuery } from "@tanstack/react-query";
import { useLabels } from "@/components/webhooks/use-labels";
import { formatTarget } from "@/lib/format";
import { webhookQueries } from "@/lib/webhooks/queries";

/** What people call each webhook; one that is gone has only its id. */
export function useWebhookNames(): ReadonlyMap<string, string> {
  const { data: webhooks } = useQuery(webhookQueries.list());
  const labelOf = useLabels();
  return new Map(
    webhooks?.map(({ id, callbackUrl }) => [id, labelOf(id) || formatTarget(callbackUrl)]),
  );
}
