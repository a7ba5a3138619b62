"use client";

import { useState } from "react";
import { FilterOptions } from "@/components/ui/filter-options";
import { Input, literal } from "@/components/ui/input";
import { formatUrl } from "@/lib/format";
import { useWebhookNames } from "@/lib/webhook-search/use-webhook-names";
import { useWebhookOptions } from "@/lib/webhook-search/use-webhook-options";

const searchedFrom = 8;

type Props = { chosen: string[]; set: (ids: string[] | null) => void };

/** Webhooks to choose from, with a search where there are many. Chosen ones are always listed. */
export function WebhookChoices({ chosen, set }: Props) {
  const [searchText, setSearchText] = useState("");
  const { options, error } = useWebhookOptions(searchText);
  const matching = options ?? [];
  const nameOf = useWebhookNames(chosen);
  const others = chosen.filter((id) => !matching.some((one) => one.id === id));
  const noMatch = searchText === "" ? "There are no webhooks yet." : "No matches";
  const note = options ? noMatch : (error?.message ?? "Loading…");
  return (
    <>
      {(matching.length >= searchedFrom || searchText !== "") && (
        <Input
          aria-label="Find a webhook"
          placeholder="Find by label or URL"
          className="mb-2"
          {...literal}
          value={searchText}
          onChange={({ target }) => setSearchText(target.value)}
        />
      )}
      <p role="status" className="text-soft empty:hidden">
        {matching.length === 0 && note}
      </p>
      <FilterOptions
        legend="Webhook"
        type="checkbox"
        options={[
          ...others.map((id) => ({ value: id, label: nameOf(id, "deleted webhook") })),
          ...matching.map(({ id, label, callbackUrl }) => {
            const url = formatUrl(callbackUrl);
            return { value: id, label: label || url, hint: label && url };
          }),
        ]}
        chosen={chosen}
        onChange={(ids) => set(ids.length > 0 ? ids : null)}
      />
    </>
  );
}
