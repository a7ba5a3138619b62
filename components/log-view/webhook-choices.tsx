"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FilterOptions } from "@/components/ui/filter-options";
import { Input } from "@/components/ui/input";
import { formatUrl } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { type Webhook, webhookQueries } from "@/lib/webhooks/queries";

const searchedFrom = 8;

type Props = { chosen: string[]; set: (ids: string[] | null) => void };

/** All webhooks to choose from, with a search where there are many. Chosen ones are always listed. */
export function WebhookChoices({ chosen, set }: Props) {
  const { data: webhooks = [] } = useQuery(webhookQueries.list());
  const [searchText, setSearchText] = useState("");
  const labelOf = useLabels();
  const matches = ({ id, callbackUrl }: Webhook) =>
    `${labelOf(id)} ${formatUrl(callbackUrl)}`
      .toLowerCase()
      .includes(searchText.trim().toLowerCase());
  return (
    <>
      {webhooks.length === 0 && <p className="text-soft">There are no webhooks yet.</p>}
      {webhooks.length >= searchedFrom && (
        <Input
          aria-label="Find a webhook"
          placeholder="Find by label or URL"
          className="mb-2"
          value={searchText}
          onChange={({ target }) => setSearchText(target.value)}
        />
      )}
      <FilterOptions
        legend="Webhook"
        type="checkbox"
        options={webhooks
          .filter((each) => chosen.includes(each.id) || matches(each))
          .map(({ id, callbackUrl }) => {
            const [label, url] = [labelOf(id), formatUrl(callbackUrl)];
            return { value: id, label: label || url, hint: label && url };
          })}
        chosen={chosen}
        onChange={(ids) => set(ids.length > 0 ? ids : null)}
      />
    </>
  );
}
