"use client";

import { Choice } from "@/components/ui/choice";
import { FilterPill } from "@/components/ui/filter-pill";
import { SearchInput } from "@/components/ui/search-input";
import { eventNames } from "@/db/enums";
import type { EventLogView, EventSpan } from "@/lib/events/view";

const sinceWords: Record<EventSpan, string> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
};
const sinceNames = Object.keys(sinceWords) as EventSpan[];

type Props = { view: EventLogView; onChange: (change: Partial<EventLogView>) => void };

export function EventFilters({ view, onChange }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-full sm:w-72">
        <SearchInput
          aria-label="Find events by id"
          placeholder="Event, video or avatar id"
          defaultValue={view.q}
          key={view.q === "" ? "empty" : "filled"}
          onChange={({ target }) => onChange({ q: target.value.trim() })}
        />
      </div>
      <FilterPill
        name="Event"
        chosen={view.type ?? undefined}
        onRemove={() => onChange({ type: null })}
      >
        <fieldset>
          <legend className="sr-only">Event</legend>
          {eventNames.map((name) => (
            <Choice
              key={name}
              type="radio"
              name="event"
              label={name}
              checked={view.type === name}
              onChange={() => onChange({ type: name })}
            />
          ))}
        </fieldset>
      </FilterPill>
      <FilterPill
        name="Since"
        chosen={view.since ? sinceWords[view.since] : undefined}
        onRemove={() => onChange({ since: null })}
      >
        <fieldset>
          <legend className="sr-only">Since</legend>
          {sinceNames.map((span) => (
            <Choice
              key={span}
              type="radio"
              name="since"
              label={sinceWords[span]}
              checked={view.since === span}
              onChange={() => onChange({ since: span })}
            />
          ))}
        </fieldset>
      </FilterPill>
    </div>
  );
}
