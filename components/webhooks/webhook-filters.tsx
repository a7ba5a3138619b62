"use client";

import type { Ref } from "react";
import { FilterOptions } from "@/components/ui/filter-options";
import { FilterPill } from "@/components/ui/filter-pill";
import { SearchInput } from "@/components/ui/search-input";
import { eventNames } from "@/db/enums";
import {
  type Order,
  type StatusFilter,
  sorts,
  statusFilters,
} from "@/lib/webhook-search/vocabulary";
import { healthWords } from "./health-badge";
import type { ListView } from "./use-list-view";

/** On a phone, where the table has no heads. */
const sortWords: Partial<Record<Order, string>> = {
  health: "Unhealthy first",
  name: "By name",
  rate: "Lowest success rate",
  last: "Latest request",
};

function statusWord(status: StatusFilter): string {
  return status === "incident" ? "With an incident" : healthWords[status].word;
}

type Props = { list: ListView; search: Ref<HTMLInputElement> };

export function WebhookFilters({ list: { view, set }, search }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-full sm:w-72">
        <SearchInput
          ref={search}
          aria-label="Search webhooks by address, label or id"
          placeholder="Search address, label, id"
          value={view.q}
          onChange={({ target }) => set({ q: target.value || null })}
        />
      </div>
      <FilterPill
        name="Status"
        chosen={view.status.map(statusWord).join(", ") || undefined}
        onRemove={() => set({ status: null })}
      >
        <FilterOptions
          legend="Status"
          type="checkbox"
          options={statusFilters.map((value) => ({ value, label: statusWord(value) }))}
          chosen={view.status}
          onChange={(status) => set({ status })}
        />
      </FilterPill>
      <FilterPill
        name="Event"
        chosen={view.event.join(", ") || undefined}
        onRemove={() => set({ event: null })}
      >
        <FilterOptions
          legend="Event"
          type="checkbox"
          options={eventNames.map((value) => ({ value, label: value }))}
          chosen={view.event}
          onChange={(event) => set({ event })}
        />
      </FilterPill>
      <span className="md:hidden">
        <FilterPill
          name="Sort"
          chosen={view.sort === "health" ? undefined : sortWords[view.sort]}
          onRemove={() => set({ sort: null })}
        >
          <FilterOptions
            legend="Sort"
            type="radio"
            options={sorts.map((value) => ({ value, label: sortWords[value] ?? value }))}
            chosen={[view.sort]}
            onChange={([sort = null]) => set({ sort })}
          />
        </FilterPill>
      </span>
    </div>
  );
}
