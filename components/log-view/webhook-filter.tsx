"use client";

import { FilterPill } from "@/components/ui/filter-pill";
import { preloadable } from "@/components/ui/preloadable";
import { useWebhookNames } from "@/lib/webhook-search/use-webhook-names";

const WebhookChoices = preloadable(() =>
  import("./webhook-choices").then((made) => made.WebhookChoices),
);

type Props = {
  chosen: string[];
  brief: boolean;
  set: (ids: string[] | null) => void;
};

/** Filters by webhooks. */
export function WebhookFilter({ chosen, brief, set }: Props) {
  const nameOf = useWebhookNames(chosen);
  return (
    <FilterPill
      name="Webhook"
      chosen={chosen.map((id) => nameOf(id, "deleted webhook")).join(", ") || undefined}
      onRemove={() => set(null)}
      brief={brief}
      preload={WebhookChoices.preload}
    >
      <WebhookChoices chosen={chosen} set={set} />
    </FilterPill>
  );
}
