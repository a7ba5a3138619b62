"use client";

import { useQuery } from "@tanstack/react-query";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { Notice } from "@/components/ui/notice";
import { listed } from "@/lib/deliveries/view";
import { formatPlural } from "@/lib/format";
import { settingsQueries, type WebhookOverview } from "@/lib/settings/queries";

type Props = { filter: object | undefined };

/** Says that deliveries of a replay wait because webhooks are paused: the chosen ones, or any where none is chosen. */
export function PausedNote({ filter }: Props) {
  const { data } = useQuery(settingsQueries.list());
  const { webhook, account } = (filter ?? {}) as { webhook?: unknown; account?: unknown };
  const chosen = listed(webhook);
  const isChosen = ({ webhookId, accountId }: WebhookOverview) =>
    chosen.length > 0 ? chosen.includes(webhookId) : !account || account === accountId;
  const paused = (data ?? []).flatMap((each) =>
    each.paused && isChosen(each) ? [each.webhookId] : [],
  );
  if (paused.length === 0) return null;
  const [it, itIs] = paused.length === 1 ? ["it", "it is"] : ["them", "they are"];
  return (
    <Notice tone="warn">
      {chosen.length === 1 ? (
        <>
          <HoverPrefetchLink href={`/webhooks/${paused[0]}`} className="font-medium underline">
            The webhook
          </HoverPrefetchLink>{" "}
          is
        </>
      ) : (
        formatPlural(paused.length, "webhook is", "webhooks are")
      )}{" "}
      paused. Deliveries to {it} wait until {itIs} resumed.
    </Notice>
  );
}
