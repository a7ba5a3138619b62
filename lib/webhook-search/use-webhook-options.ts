"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { formatUrl, isolateName } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { isCut, type Webhook, webhookQueries } from "@/lib/webhooks/queries";
import { hasEveryWord } from "@/lib/words";
import { webhookSearchQueries } from "./queries";

/** Most webhooks that the server offers. */
const offered = 50;

type WebhookOption = Pick<Webhook, "id" | "callbackUrl"> & { label: string | undefined };

/**
 * Returns the webhooks whose label or URL contains a text. Without a text, these are all webhooks, or the newest if a list does not
 * hold all. The result is undefined until they are read, and has the error if reading failed.
 */
export function useWebhookOptions(text: string) {
  const { data: newest, error } = useQuery(webhookQueries.list());
  const labelOf = useLabels();
  const q = useDeferredValue(text.trim());
  const asks = isCut(newest) && q !== "";
  const search = useQuery({
    ...webhookSearchQueries.found({ q, sort: "match", limit: offered }),
    enabled: asks,
  });
  if (asks) {
    const options = search.data?.webhooks.map(
      ({ webhook, overview }): WebhookOption => ({
        ...webhook,
        label: isolateName(overview.label) || undefined,
      }),
    );
    return { options, error: search.error };
  }
  const options = newest
    ?.map((webhook): WebhookOption => ({ ...webhook, label: labelOf(webhook.id) }))
    .filter(({ label = "", callbackUrl }) =>
      hasEveryWord(`${label} ${formatUrl(callbackUrl)}`, text),
    );
  return { options, error };
}
