"use client";

import { Search } from "lucide-react";
import { Choice } from "@/components/ui/choice";
import { FilterPill } from "@/components/ui/filter-pill";
import { Input } from "@/components/ui/input";
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
      <div className="relative w-full sm:w-72">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint"
        />
        <Input
          type="search"
          aria-label="Find events by id"
          placeholder="Event, video or avatar id"
          className="h-9! pl-8! md:h-8!"
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
