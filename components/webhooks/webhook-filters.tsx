"use client";

import { Search } from "lucide-react";
import type { Ref } from "react";
import { Choice } from "@/components/ui/choice";
import { FilterPill } from "@/components/ui/filter-pill";
import { Input, Select } from "@/components/ui/input";
import { eventNames } from "@/db/enums";
import { healthWords } from "./health-badge";
import type { ListView } from "./use-list-view";
import { type Sort, sorts, states } from "./webhook-address";

const sortWords: Record<Sort, string> = {
  health: "Trouble first",
  newest: "Newest first",
  triggered: "Triggered last",
  retrying: "Most retrying",
  url: "By address",
};

type Props = { list: ListView; search: Ref<HTMLInputElement> };

export function WebhookFilters({ list: { view, set }, search }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="relative w-full sm:w-72">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint"
        />
        <Input
          ref={search}
          type="search"
          aria-label="Search webhooks by address, label or id"
          placeholder="Search address, label, id"
          className="h-8! pl-8!"
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
      <Select
        aria-label="Order"
        className="ml-auto h-8! w-auto! text-sm!"
        value={view.sort}
        onChange={({ target }) => set({ sort: target.value as Sort })}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {sortWords[sort]}
          </option>
        ))}
      </Select>
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
