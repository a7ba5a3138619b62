"use client";

import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import dynamic from "next/dynamic";
import { useForm } from "react-hook-form";
import { Form } from "@/components/form/form";
import { showProblem } from "@/components/form/show-problem";
import { Button } from "@/components/ui/button";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import { type EventName, exampleEvent } from "@/db/enums";
import { type Attempt, deliveryQueries } from "@/lib/deliveries/queries";
import { eventQueries } from "@/lib/events/queries";
import { useSendTest } from "@/lib/events/use-publish";
import { formatQuantity } from "@/lib/format";
import { useMay } from "@/lib/session/queries";
import { bodyTextOf, type Payload, readPayload } from "./payload";
import { PayloadFields, sampleOf } from "./payload-fields";

const loadResult = () => import("@/components/deliveries/followed-delivery");
const FollowedDelivery = dynamic(() => loadResult().then((made) => made.FollowedDelivery), {
  ssr: false,
});

type Props = { webhookId: string; events: readonly EventName[] };

/** Sends a test event to one webhook and shows the response. */
export function TestForm({ webhookId, events: [event = exampleEvent] }: Props) {
  useIdleLoad(loadResult);
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
      { webhookId, bodyText: bodyTextOf({ event: payload.event, data }) },
      { onError: (error) => showProblem(form, error) },
    );
  });
  return (
    <Form form={form} submit={submit}>
      <PayloadFields form={form} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" disabled={!may} busy={send.isPending}>
          <Send aria-hidden="true" />
          {send.isPending ? "Sending…" : "Send test event"}
        </Button>
        {!may && <p className="text-soft text-sm">Your role is read-only.</p>}
      </div>
      {send.data && <TestResult key={send.data.id} id={send.data.id} />}
    </Form>
  );
}

/** Result and timing of a test. */
function TestResult({ id }: { id: string }) {
  const { data } = useQuery(deliveryQueries.one(id));
  const attempt = data?.attemptLog[0];
  return (
    <div className="grid gap-1.5">
      <FollowedDelivery id={id} />
      <p className="min-h-5 text-soft text-sm tabular-nums">
        {attempt && phasesOf(attempt)}
        {attempt?.error && <span className="wrap-anywhere block">{attempt.error}</span>}
      </p>
    </div>
  );
}

function phasesOf({ phases }: Attempt): string {
  const { dnsMs, connectMs, tlsMs, firstByteMs } = phases;
  const parts = [
    ["DNS", dnsMs],
    ["connect", connectMs],
    ["TLS", tlsMs],
    ["first byte", firstByteMs],
  ] as const;
  return parts
    .flatMap(([name, ms]) => (ms === undefined ? [] : `${name} ${formatQuantity(ms, "ms")}`))
    .join(" · ");
}
