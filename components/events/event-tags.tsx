import { type EventName, eventNames } from "@/db/enums";
import { eventTypes } from "@/db/event-types";

const families = [...new Set(eventNames.map((name) => eventTypes[name].family))];

/** Event types of a webhook in words, with full names for screen readers and on hover. */
export function EventTags({ events }: { events: readonly EventName[] }) {
  return (
    <ul className="flex min-w-0 flex-wrap gap-1.5">
      {labelsOf(events).map(({ label, names }) => (
        <li
          key={label}
          title={names.join("\n")}
          className="inline-flex h-5.5 items-center whitespace-nowrap rounded-md border border-line px-1.5 text-soft text-xs"
        >
          <span className="sr-only">{names.join(", ")}</span>
          <span aria-hidden="true">{label}</span>
        </li>
      ))}
    </ul>
  );
}

/** The same as plain text, for a table. */
export function EventWords({ events }: { events: readonly EventName[] }) {
  return (
    <span title={events.join("\n")}>
      {labelsOf(events)
        .map(({ label }) => label)
        .join(", ")}
    </span>
  );
}

/** Returns "All events", a family such as "Video generation", or one type such as "Video failed". */
function labelsOf(events: readonly EventName[]) {
  if (events.length === eventNames.length) return [{ label: "All events", names: [...events] }];
  return families.flatMap((family) => {
    const all = eventNames.filter((name) => eventTypes[name].family === family);
    const names = all.filter((name) => events.includes(name));
    if (names.length === all.length) return { label: family, names };
    return names.map((name) => ({
      label: `${family.split(" ")[0]} ${eventTypes[name].outcome.toLowerCase()}`,
      names: [name],
    }));
  });
}
