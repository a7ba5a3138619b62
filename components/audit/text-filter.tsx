"use client";

import { FilterPill } from "@/components/ui/filter-pill";
import { preloadable } from "@/components/ui/preloadable";
import type { Props } from "./text-form";

const TextForm = preloadable(() => import("./text-form").then((made) => made.TextForm));

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
