"use client";

import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Select, Textarea } from "@/components/ui/input";
import { type EventName, eventNames } from "@/db/enums";
import { type EventType, eventQueries } from "@/lib/events/queries";
import type { Payload } from "./payload";
import { PayloadJudgement } from "./payload-judgement";

type Props = {
  form: UseFormReturn<Payload>;
  /** The event is given, so there is nothing to choose. */
  only?: EventName | undefined;
};

/** Which event, and what it carries. Choosing another event brings that event's sample. */
export function PayloadFields({ form, only }: Props) {
  const { data: types } = useQuery(eventQueries.types());
  const { errors } = form.formState;
  const fill = (event: EventName) => form.setValue("data", sampleOf(types, event));
  return (
    <>
      {!only && (
        <Field label="Event" error={errors.event?.message}>
          {(wiring) => (
            <Select
              {...wiring}
              {...form.register("event", {
                onChange: ({ target }: { target: { value: EventName } }) => fill(target.value),
              })}
            >
              {eventNames.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <div>
        <Field label="Payload" hint="The event's data, as JSON." error={errors.data?.message}>
          {(wiring) => (
            <Textarea
              rows={8}
              className="font-mono text-xs!"
              {...wiring}
              {...form.register("data")}
            />
          )}
        </Field>
        <PayloadJudgement form={form} schema={schemaOf(types, form.watch("event"))} />
        <Button
          look="quiet"
          size="small"
          className="-ml-2.5"
          onClick={() => {
            form.clearErrors("data");
            fill(form.getValues("event"));
          }}
        >
          Reset to sample
        </Button>
      </div>
    </>
  );
}

type Types = { eventTypes: EventType[] } | undefined;

function schemaOf(types: Types, event: EventName) {
  return types?.eventTypes.find(({ name }) => name === event)?.schema ?? {};
}

export function sampleOf(types: Types, event: EventName): string {
  const type = types?.eventTypes.find(({ name }) => name === event);
  return JSON.stringify(type?.sample ?? {}, null, 2);
}
