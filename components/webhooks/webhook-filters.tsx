"use client";

import type { Ref } from "react";
import { Choice } from "@/components/ui/choice";
import { FilterPill } from "@/components/ui/filter-pill";
import { SearchInput } from "@/components/ui/search-input";
import { eventNames } from "@/db/enums";
import { healthWords } from "./health-badge";
import type { ListView } from "./use-list-view";
import { type Order, sorts, states } from "./webhook-address";

/** On a phone, where the table has no heads. */
const sortWords: Partial<Record<Order, string>> = {
  health: "Unhealthy first",
  name: "By name",
  rate: "Lowest success rate",
  last: "Latest delivery",
};

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
        chosen={view.status.map((state) => healthWords[state].word).join(", ") || undefined}
        onRemove={() => set({ status: null })}
      >
        <Boxes
          legend="Status"
          all={states}
          wordOf={(state) => healthWords[state].word}
          chosen={view.status}
          choose={(status) => set({ status })}
        />
      </FilterPill>
      <FilterPill
        name="Event"
        chosen={view.event.join(", ") || undefined}
        onRemove={() => set({ event: null })}
      >
        <Boxes
          legend="Event"
          all={eventNames}
          wordOf={(name) => name}
          chosen={view.event}
          choose={(event) => set({ event })}
        />
      </FilterPill>
      <span className="md:hidden">
        <FilterPill name="Sort" chosen={sortWords[view.sort]} onRemove={() => set({ sort: null })}>
          <fieldset>
            <legend className="sr-only">Sort</legend>
            {sorts.map((sort) => (
              <Choice
                key={sort}
                type="radio"
                name="sort"
                label={sortWords[sort]}
                checked={view.sort === sort}
                onChange={() => set({ sort })}
              />
            ))}
          </fieldset>
        </FilterPill>
      </span>
    </div>
  );
}

type BoxesProps<W extends string> = {
  legend: string;
  all: readonly W[];
  wordOf: (word: W) => string;
  chosen: W[];
  choose: (words: W[]) => void;
};

function Boxes<W extends string>({ legend, all, wordOf, chosen, choose }: BoxesProps<W>) {
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      {all.map((word) => (
        <Choice
          key={word}
          type="checkbox"
          label={wordOf(word)}
          checked={chosen.includes(word)}
          onChange={({ target }) =>
            choose(target.checked ? [...chosen, word] : chosen.filter((one) => one !== word))
          }
        />
      ))}
    </fieldset>
  );
}
