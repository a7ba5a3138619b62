"use client";

import { FilterPill } from "@/components/ui/filter-pill";
import { late } from "@/components/ui/late";
import type { Props } from "./text-form";

const TextForm = late(() => import("./text-form").then((made) => made.TextForm));

/** A free-text filter. */
export function TextFilter({ name, hint, value, change }: Props) {
  return (
    <FilterPill
      name={name}
      chosen={value ?? undefined}
      onRemove={() => change(null)}
      preload={TextForm.preload}
    >
      <TextForm name={name} hint={hint} value={value} change={change} />
    </FilterPill>
  );
}
