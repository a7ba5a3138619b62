"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { formatUrl } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { isCut, type Webhook, webhookQueries } from "@/lib/webhooks/queries";
import { webhookSearchQueries } from "./queries";

/** Most webhooks that the server offers. */
const offered = 50;

type WebhookOption = Pick<Webhook, "id" | "callbackUrl"> & { label: string | undefined };

/** Returns the webhooks whose label or URL has a text: of all, or of the newest while there are more and no text. */
export function useWebhookOptions(text: string): WebhookOption[] {
  const { data: newest } = useQuery(webhookQueries.list());
  const labelOf = useLabels();
  const q = useDeferredValue(text.trim());
  const asks = isCut(newest) && q !== "";
  const { data } = useQuery({
    ...webhookSearchQueries.found({ q, sort: "name", limit: offered }),
    enabled: asks,
  });
  if (asks) {
    return (data?.webhooks ?? []).map(({ webhook, overview }) => ({
      ...webhook,
      label: overview.label || undefined,
    }));
  }
  const wanted = text.trim().toLowerCase();
  return (newest ?? [])
    .map((webhook) => ({ ...webhook, label: labelOf(webhook.id) }))
    .filter(({ label = "", callbackUrl }) =>
      `${label} ${formatUrl(callbackUrl)}`.toLowerCase().includes(wanted),
    );
}
