"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input";
import { SelectBox } from "@/components/ui/select-box";
import { type EventName, eventNames } from "@/db/enums";
import { type EventType, eventQueries } from "@/lib/events/queries";
import type { Payload } from "./payload";
import { payloadComplaint } from "./payload-complaint";

type Props = {
  form: UseFormReturn<Payload>;
  /** Fixes the event type. */
  only?: EventName | undefined;
};

const events = eventNames.map((name) => ({ value: name, label: name }));

/** Event type and payload. Changing the type loads its sample. */
export function PayloadFields({ form, only }: Props) {
  const { data: types } = useQuery(eventQueries.types());
  const { errors } = form.formState;
  const fill = (event: EventName) => form.setValue("data", sampleOf(types, event));
  return (
    <>
      {!only && (
        <Field label="Event" error={errors.event?.message}>
          {(wiring) => (
            <SelectBox
              {...wiring}
              label="Event"
              options={events}
              value={form.watch("event")}
              onChange={(event) => {
                form.setValue("event", event);
                fill(event);
              }}
            />
          )}
        </Field>
      )}
      <div>
        <Field label="Payload" hint="The event's data, as JSON." error={errors.data?.message}>
          {(wiring) => <Textarea rows={8} text="code" {...wiring} {...form.register("data")} />}
        </Field>
        <PayloadValidity form={form} schema={schemaOf(types, form.watch("event"))} />
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

type PayloadValidityProps = { form: UseFormReturn<Payload>; schema: EventType["schema"] };

/** Validates the payload during editing. After submission the field shows its own error. */
function PayloadValidity({ form, schema }: PayloadValidityProps) {
  const complaint = payloadComplaint(form.watch("data"), schema);
  const Icon = complaint ? X : Check;
  if (form.formState.errors.data) return null;
  return (
    <p
      className={`mt-1.5 flex min-h-5 items-start gap-1.5 text-sm ${complaint ? "text-warn" : "text-good"}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="wrap-anywhere">{complaint ?? "Valid payload"}</span>
    </p>
  );
}
