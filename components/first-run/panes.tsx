"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { exampleEvent } from "@/db/enums";
import { type DeliveryDetail, deliveryQueries } from "@/lib/deliveries/queries";
import { eventQuery } from "@/lib/events/event-query";
import { formatBytes, formatDuration } from "@/lib/format";
import { type InboxRequestSummary, inboxQueries } from "@/lib/inbox/queries";
import { AttemptTimeline } from "./attempt-timeline";
import { Pane, type Progress } from "./pane";
import type { Shown } from "./use-shown";

type Props = { shown: Shown | undefined; starting: boolean };

/** Accepted, sent, received: each pane fills as it happens. */
export function Panes({ shown, starting }: Props) {
  const { delivery, arrived } = useArrival(shown);
  const waiting: Progress = starting || shown ? "busy" : "idle";
  return (
    <>
      <ol className="grid gap-3 md:grid-cols-3">
        <Pane
          step={1}
          name="Event accepted"
          progress={shown && !starting ? "done" : waiting}
          text={shown ? exampleEvent : "You publish an event."}
          link={shown && { href: `/events/published/${shown.eventId}`, name: "Open event" }}
        />
        <Sent delivery={delivery} waiting={waiting} />
        <Received binId={shown?.binId} arrived={arrived} waiting={waiting} />
      </ol>
      {shown?.failing && delivery && <AttemptTimeline delivery={delivery} />}
    </>
  );
}

type SentProps = { delivery: DeliveryDetail | undefined; waiting: Progress };

function Sent({ delivery, waiting }: SentProps) {
  const attempt = delivery?.attemptLog[0];
  if (!delivery || !attempt) {
    return (
      <Pane
        step={2}
        name="Attempt"
        progress={waiting}
        text="Postback signs and sends the request."
      />
    );
  }
  return (
    <Pane
      step={2}
      name={`Attempt ${attempt.number}`}
      progress={attempt.cause ? "failed" : "done"}
      text={`HTTP ${attempt.statusCode ?? "–"} in ${formatDuration(attempt.durationMs)}`}
      link={{ href: `/deliveries/${delivery.id}`, name: "Open delivery" }}
    />
  );
}

type ReceivedProps = {
  binId: string | undefined;
  arrived: InboxRequestSummary | undefined;
  waiting: Progress;
};

function Received({ binId, arrived, waiting }: ReceivedProps) {
  if (!binId || !arrived) {
    return (
      <Pane
        step={3}
        name="Received"
        progress={waiting}
        text="The receiver verifies the signature."
      />
    );
  }
  return (
    <Pane
      step={3}
      name="Received"
      progress="done"
      text={`Signature ${arrived.valid ? "valid" : "not valid"}, ${formatBytes(arrived.size)}`}
      link={{ href: `/inbox/${binId}?r=${arrived.number}`, name: "Open request" }}
    />
  );
}

const lookMs = 400;

/** Polls the delivery of the event, and the request that arrives in the inbox. */
function useArrival(shown: Shown | undefined) {
  const { data: event } = useQuery({
    ...eventQuery(shown?.eventId ?? ""),
    enabled: shown !== undefined,
  });
  const id = event?.deliveries.find(({ webhookId }) => webhookId === shown?.webhookId)?.id;
  const { data: delivery } = useQuery({
    ...deliveryQueries.one(id ?? ""),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.finishedAt ? 2000 : lookMs),
  });
  const { data: requests }: { data: InboxRequestSummary[] | undefined } = useInfiniteQuery({
    ...inboxQueries.requests(shown?.binId ?? ""),
    enabled: shown !== undefined,
    refetchInterval: delivery?.finishedAt ? 2000 : lookMs,
  });
  const arrived = requests?.find(({ eventId }) => eventId === shown?.eventId);
  return { delivery: id ? delivery : undefined, arrived };
}
