import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { Choices } from "@/components/form/choices";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { type EventName, eventNames } from "@/db/enums";
import { eventTypes } from "@/db/event-types";

type WithEvents = FieldValues & { events: EventName[] };

/** Event types of a webhook, with All and None. */
export function EventsField<T extends WithEvents>({ form }: { form: UseFormReturn<T> }) {
  const at = "events" as Path<T>;
  const { message } = form.formState.errors.events ?? {};
  const set = (names: readonly EventName[]) =>
    form.setValue(at, [...names] as PathValue<T, Path<T>>, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  return (
    <Choices
      legend="Events"
      hint="Event types to send."
      error={typeof message === "string" ? message : undefined}
    >
      <div className="grid gap-x-6 sm:grid-cols-2">
        {eventNames.map((name) => (
          <Choice
            key={name}
            type="checkbox"
            value={name}
            label={<span className="wrap-anywhere font-mono text-sm">{name}</span>}
            hint={inWords(name)}
            {...form.register(at)}
          />
        ))}
      </div>
      {!form.formState.disabled && (
        <div className="mt-1 -ml-2.5 flex gap-1">
          <Button look="quiet" size="small" onClick={() => set(eventNames)}>
            All events
          </Button>
          <Button look="quiet" size="small" onClick={() => set([])}>
            None
          </Button>
        </div>
      )}
    </Choices>
  );
}

function inWords(name: EventName): string {
  const { family, outcome } = eventTypes[name];
  return `${family} ${outcome.toLowerCase()}`;
}
