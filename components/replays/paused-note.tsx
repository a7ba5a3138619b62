"use client";

import { useQuery } from "@tanstack/react-query";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { Notice } from "@/components/ui/notice";
import { listed } from "@/lib/deliveries/view";
import { formatPlural } from "@/lib/format";
import { settingsQueries, type WebhookOverview } from "@/lib/settings/queries";

type Props = {
  filter: object | undefined;
  /** Deliveries that wait, of a replay that runs. */
  held?: number;
};

/**
 * Says that deliveries of a replay wait because webhooks are paused: the chosen ones, or where none is chosen, those that
 * hold some of a running replay, and any before it starts.
 */
export function PausedNote({ filter, held }: Props) {
  const { data } = useQuery(settingsQueries.list());
  const { webhook, account } = (filter ?? {}) as { webhook?: unknown; account?: unknown };
  const chosen = listed(webhook);
  const isChosen = ({ webhookId, accountId }: WebhookOverview) =>
    chosen.length > 0 ? chosen.includes(webhookId) : !account || account === accountId;
  const paused = (data ?? []).flatMap((each) =>
    each.paused && isChosen(each) ? [each.webhookId] : [],
  );
  if (paused.length === 0) return null;
  const isOne = chosen.length === 1;
  const [it, itIs] = paused.length === 1 ? ["it", "it is"] : ["them", "they are"];
  const [which, what] =
    held && chosen.length === 0
      ? ["Paused webhooks", `hold back ${formatPlural(held, "delivery", "deliveries")}.`]
      : [
          isOne ? "The webhook is" : formatPlural(paused.length, "webhook is", "webhooks are"),
          `paused. Deliveries to ${it} wait until ${itIs} resumed.`,
        ];
  return (
    <Notice tone="warn">
      <HoverPrefetchLink
        href={isOne ? `/webhooks/${paused[0]}` : "/webhooks?status=paused"}
        className="font-medium underline"
      >
        {which}
      </HoverPrefetchLink>{" "}
      {what}
    </Notice>
  );
}
