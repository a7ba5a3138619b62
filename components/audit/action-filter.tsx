"use client";

import { FilterPill } from "@/components/ui/filter-pill";
import { preloadable } from "@/components/ui/preloadable";
import type { Props } from "./action-choices";
import { actionWords } from "./action-words";

const ActionChoices = preloadable(() =>
  import("./action-choices").then((made) => made.ActionChoices),
);

/** Filter by actions. */
export function ActionFilter({ chosen, change }: Props) {
  const words =
    chosen.length === 1 && chosen[0] ? actionWords[chosen[0]] : `${chosen.length} actions`;
  return (
    <FilterPill
      name="Action"
      chosen={chosen.length > 0 ? words : undefined}
      onRemove={() => change(null)}
      preload={ActionChoices.preload}
    >
      <ActionChoices chosen={chosen} change={change} />
    </FilterPill>
  );
}
