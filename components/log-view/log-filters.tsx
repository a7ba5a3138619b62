"use client";

import { FilterX, ListFilter } from "lucide-react";
import dynamic from "next/dynamic";
import { deliveryTriggers } from "@/components/deliveries/trigger-words";
import { Button } from "@/components/ui/button";
import { DelayedSearch } from "@/components/ui/delayed-search";
import { FilterPill } from "@/components/ui/filter-pill";
import { IconButton } from "@/components/ui/icon-button";
import { Popover } from "@/components/ui/popover";
import { preloadable } from "@/components/ui/preloadable";
import { Skeleton } from "@/components/ui/skeleton";
import { eventNames, type StatusWord, type Trigger, triggers } from "@/db/enums";
import { type Code, codes } from "@/lib/deliveries/view";
import { codeName, statusHints, statusNames } from "./filter-words";
import { TimeFilter } from "./time-filter";
import type { LogView } from "./use-log-view";

// Loaded when a filter opens, for the first load of pages.
const FilterOptions = preloadable(() =>
  import("@/components/ui/filter-options").then((made) => made.FilterOptions<string>),
);
// The log of one webhook has none. A link from there has its place kept, with the size of its pill.
const WebhookFilter = dynamic(() => import("./webhook-filter").then((made) => made.WebhookFilter), {
  loading: () => <Skeleton className="h-8 w-24.75 shrink-0 max-[28rem]:w-19.75" />,
});

type Props = { filters: LogView };

const statuses = Object.keys(statusNames) as StatusWord[];

export function LogFilters({ filters }: Props) {
  const { view, setFilters, lockedTo } = filters;
  const brief = setCount(filters) >= briefFrom;
  return (
    <search
      className="flex min-w-0 flex-1 flex-wrap items-center gap-2 @max-[62rem]:basis-full @min-[62rem]:flex-nowrap"
      aria-label="Deliveries"
    >
      <span
        className={`max-sm:basis-full sm:max-w-72 sm:shrink-99 sm:grow sm:basis-36 ${view.q ? "sm:min-w-32" : "sm:min-w-13 sm:focus-within:min-w-40"}`}
      >
        <DelayedSearch
          label="Search deliveries"
          placeholder="Video id, any id, URL"
          value={view.q}
          onChange={(q) => setFilters({ q: q || null })}
        />
      </span>
      <Filter
        name="Status"
        options={statuses}
        nameOf={(word) => statusNames[word]}
        hintOf={(word) => statusHints[word]}
        chosen={view.status}
        brief={brief}
        set={(status) => setFilters({ status })}
      />
      {!lockedTo && (
        <WebhookFilter
          chosen={view.webhook}
          brief={brief}
          set={(ids) => setFilters({ webhook: ids })}
        />
      )}
      <Filter
        name="Event"
        options={eventNames}
        nameOf={(word) => word}
        chosen={view.event}
        brief={brief}
        set={(event) => setFilters({ event })}
      />
      <TimeFilter view={view} brief={brief} set={(times) => setFilters(times)} />
      <RareFilters filters={filters} brief={brief} />
      {filters.filtered && (
        <IconButton
          icon={FilterX}
          name="Clear all filters"
          size="toolbar"
          onClick={filters.clear}
        />
      )}
    </search>
  );
}

/** From this many set filters on, they show no names, so that all fit into a line. */
const briefFrom = 3;

function setCount({ view, lockedTo }: LogView): number {
  const { status, webhook, event, code, trigger, since, from, to } = view;
  const lists = [status, lockedTo ? [] : webhook, event, code, trigger];
  return lists.filter((list) => list.length > 0).length + (since || from || to ? 1 : 0);
}

/** Filters that are seldom set: in a menu until they are. */
function RareFilters({ filters: { view, setFilters }, brief }: Props & { brief: boolean }) {
  const cause = {
    name: "Cause",
    brief,
    options: codes,
    nameOf: codeName,
    chosen: view.code,
    set: (code: Code[] | null) => setFilters({ code }),
  };
  const trigger = {
    name: "Trigger",
    brief,
    options: triggers.filter((word) => word !== "resend"),
    nameOf: (word: Trigger) => deliveryTriggers[word],
    chosen: view.trigger,
    set: (next: Trigger[] | null) => setFilters({ trigger: next }),
  };
  const [hasCause, hasTrigger] = [view.code.length > 0, view.trigger.length > 0];
  return (
    <>
      {hasCause && <Filter {...cause} />}
      {hasTrigger && <Filter {...trigger} />}
      {!(hasCause && hasTrigger) && (
        <Popover
          label="More filters"
          preload={FilterOptions.preload}
          trigger={
            <Button size="toolbar" shape="icon" aria-label="More filters" title="More filters">
              <ListFilter aria-hidden="true" />
            </Button>
          }
        >
          <div className="grid gap-3">
            {!hasCause && <Options {...cause} heading />}
            {!hasTrigger && <Options {...trigger} heading />}
          </div>
        </Popover>
      )}
    </>
  );
}

type FilterProps<V extends string> = {
  name: string;
  options: readonly V[];
  nameOf: (value: V) => string;
  hintOf?: (value: V) => string | undefined;
  chosen: V[];
  brief: boolean;
  set: (chosen: V[] | null) => void;
};

function Filter<V extends string>(props: FilterProps<V>) {
  const { name, chosen, nameOf, brief, set } = props;
  return (
    <FilterPill
      name={name}
      chosen={chosen.map(nameOf).join(", ") || undefined}
      onRemove={() => set(null)}
      brief={brief}
      preload={FilterOptions.preload}
    >
      <Options {...props} />
    </FilterPill>
  );
}

type OptionsProps<V extends string> = FilterProps<V> & { heading?: boolean };

function Options<V extends string>(props: OptionsProps<V>) {
  const { name, options, nameOf, hintOf, chosen, set, heading = false } = props;
  return (
    <FilterOptions
      legend={name}
      heading={heading}
      type="checkbox"
      options={options.map((value) => ({ value, label: nameOf(value), hint: hintOf?.(value) }))}
      chosen={chosen}
      onChange={(next) => set(next.length > 0 ? (next as V[]) : null)}
    />
  );
}
