"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FilterPill } from "@/components/ui/filter-pill";
import { Input } from "@/components/ui/input";
import { useLabels } from "@/components/webhooks/use-labels";
import { formatTarget, formatUrl } from "@/lib/format";
import { webhookQueries } from "@/lib/webhooks/queries";
import { FilterOptions } from "./filter-options";

const searchedFrom = 8;

type Props = { chosen: string[]; set: (ids: string[] | null) => void };

export function WebhookFilter({ chosen, set }: Props) {
  const { data: webhooks = [] } = useQuery(webhookQueries.list());
  const [sought, setSought] = useState("");
  const labelOf = useLabels();
  const nameOf = (id: string) => {
    const known = webhooks.find((webhook) => webhook.id === id);
    return labelOf(id) || (known ? formatTarget(known.callbackUrl) : "a deleted one");
  };
  const fits = ({ id, callbackUrl }: { id: string; callbackUrl: string }) =>
    `${labelOf(id)} ${callbackUrl}`.toLowerCase().includes(sought.trim().toLowerCase());
  return (
    <FilterPill
      name="Webhook"
      chosen={chosen.map(nameOf).join(", ") || undefined}
      onRemove={() => set(null)}
    >
      {webhooks.length === 0 && <p className="text-soft">There are no webhooks yet.</p>}
      {webhooks.length >= searchedFrom && (
        <Input
          aria-label="Find a webhook"
          placeholder="Find by label or URL"
          className="mb-2"
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      <FilterOptions
        legend="Webhook"
        type="checkbox"
        options={webhooks
          .filter((each) => chosen.includes(each.id) || fits(each))
          .map(({ id, callbackUrl }) => {
            const [label, url] = [labelOf(id), formatUrl(callbackUrl)];
            return { value: id, label: label || url, hint: label && url };
          })}
        chosen={chosen}
        onChange={(ids) => set(ids.length > 0 ? ids : null)}
      />
    </FilterPill>
  );
}
