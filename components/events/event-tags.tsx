import { Check, X } from "lucide-react";
import { type EventName, eventNames } from "@/db/enums";
import { eventTypes } from "@/db/event-types";

const families = [...new Set(eventNames.map((name) => eventTypes[name].family))];

/** Event types of a webhook in short form, with full names for screen readers and on hover. */
export function EventTags({ events }: { events: readonly EventName[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {families.map((family) => {
        const names = eventNames.filter(
          (name) => eventTypes[name].family === family && events.includes(name),
        );
        return names.length > 0 && <Tag key={family} family={family} names={names} />;
      })}
    </ul>
  );
}

function Tag({ family, names }: { family: string; names: EventName[] }) {
  const outcomes = names.map((name) => eventTypes[name].outcome);
  return (
    <li
      title={names.join("\n")}
      className="inline-flex h-5.5 items-center gap-1 whitespace-nowrap rounded-md border border-line px-1.5 text-soft text-xs"
    >
      <span className="sr-only">{names.join(", ")}</span>
      <span aria-hidden="true">{family.split(" ")[0]}</span>
      {outcomes.includes("Succeeded") && (
        <Check aria-hidden="true" className="size-3.5 text-good" strokeWidth={2.5} />
      )}
      {outcomes.includes("Failed") && (
        <X aria-hidden="true" className="size-3.5 text-bad" strokeWidth={2.5} />
      )}
    </li>
  );
}
