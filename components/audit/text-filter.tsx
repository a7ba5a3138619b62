"use client";

import { FilterPill } from "@/components/ui/filter-pill";
import { late } from "@/components/ui/late";
import type { Props } from "./text-form";

const TextForm = late(() => import("./text-form").then((made) => made.TextForm));

/** A free-text filter. */
export function TextFilter({ value, ...form }: Props) {
  return (
    <FilterPill
      name={form.name}
      chosen={value ?? undefined}
      onRemove={() => form.change(null)}
      preload={TextForm.preload}
    >
      <TextForm value={value} {...form} />
    </FilterPill>
  );
}
