"use client";

import { spanNames } from "@/components/time/span-names";
import { DelayedSearch } from "@/components/ui/delayed-search";
import { FilterOptions } from "@/components/ui/filter-options";
import { FilterPill } from "@/components/ui/filter-pill";
import { eventNames } from "@/db/enums";
import { type EventLogView, type EventSpan, eventSpans } from "@/lib/events/view";

const spans = Object.keys(eventSpans) as EventSpan[];

type Props = { view: EventLogView; onChange: (change: Partial<EventLogView>) => void };

export function EventFilters({ view, onChange }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-full sm:w-72">
        <DelayedSearch
          label="Find events by id"
          placeholder="Event, video or avatar id"
          value={view.q}
          onChange={(q) => onChange({ q })}
        />
      </div>
      <FilterPill
        name="Event"
        chosen={view.type ?? undefined}
        onRemove={() => onChange({ type: null })}
      >
        <FilterOptions
          legend="Event"
          type="radio"
          options={eventNames.map((value) => ({ value, label: value }))}
          chosen={view.type ? [view.type] : []}
          onChange={([type = null]) => onChange({ type })}
        />
      </FilterPill>
      <FilterPill
        name="Since"
        chosen={view.since ? spanNames[view.since] : undefined}
        onRemove={() => onChange({ since: null })}
      >
        <FilterOptions
          legend="Since"
          type="radio"
          options={spans.map((value) => ({ value, label: spanNames[value] }))}
          chosen={view.since ? [view.since] : []}
          onChange={([since = null]) => onChange({ since })}
        />
      </FilterPill>
    </div>
  );
}
