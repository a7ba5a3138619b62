"use client";

import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useForm } from "react-hook-form";
import { FormErrors } from "@/components/form/form-errors";
import { showProblem } from "@/components/form/show-problem";
import { submitOnKey } from "@/components/form/submit-key";
import { Button } from "@/components/ui/button";
import { type EventName, eventNames } from "@/db/enums";
import { eventQueries, useSendTest } from "@/lib/events/queries";
import { useMay } from "@/lib/session/queries";
import { type Payload, readPayload } from "./payload";
import { PayloadFields, sampleOf } from "./payload-fields";
import { TestResult } from "./test-result";

type Props = { webhookId: string; events: readonly EventName[] };

/** Sends one event to one webhook, and shows what its receiver says. */
export function TestForm({ webhookId, events: [event = eventNames[0]] }: Props) {
  const { data: types } = useQuery(eventQueries.types());
  const send = useSendTest();
  const may = useMay("webhooks:write");
  const form = useForm<Payload>({
    defaultValues: { event, data: sampleOf(types, event) },
    shouldFocusError: false,
  });
  const submit = form.handleSubmit((payload) => {
    const data = readPayload(form, payload);
    if (!data) return;
    send.mutate(
      { webhookId, body: { event: payload.event, data } },
      { onError: (error) => showProblem(form, error) },
    );
  });
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitOnKey}
      noValidate
      className="grid gap-5"
    >
      <FormErrors form={form} />
      <PayloadFields form={form} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" disabled={!may || send.isPending}>
          <Send aria-hidden="true" />
          {send.isPending ? "Sending…" : "Send test event"}
        </Button>
        {!may && <p className="text-soft text-sm">Your role may look, not change.</p>}
      </div>
      {send.data && <TestResult key={send.data.id} id={send.data.id} />}
    </form>
  );
}
