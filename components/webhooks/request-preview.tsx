"use client";

import { useQuery } from "@tanstack/react-query";
import { CodeBlock } from "@/components/ui/code-block";
import type { EventName } from "@/db/enums";
import { eventQueries } from "@/lib/events/queries";

type Props = { callbackUrl: string; event: EventName };

/** What the receiver will get, before anything is sent. */
export function RequestPreview({ callbackUrl, event }: Props) {
  const { data } = useQuery(eventQueries.types());
  const sample = data?.eventTypes.find(({ name }) => name === event)?.sample ?? {};
  const target = URL.canParse(callbackUrl) ? new URL(callbackUrl) : undefined;
  const code = [
    `POST ${target ? target.pathname + target.search : "/hooks"}`,
    `host: ${target?.host || "example.com"}`,
    "content-type: application/json",
    "webhook-id: the event’s id, the same for every attempt",
    "webhook-timestamp: unix seconds of this attempt",
    "webhook-signature: v1,…",
    "",
    JSON.stringify({ event, data: sample }, null, 2),
  ].join("\n");
  return (
    <section aria-labelledby="preview" className="min-w-0">
      <h2 id="preview" className="mb-2 font-medium">
        What will be sent
      </h2>
      <CodeBlock label="sample request" code={code} wrap tall />
      <p className="mt-2 text-faint text-sm">
        Any 2xx answer counts as delivered; everything else is tried again, 10 times over three
        days.
      </p>
    </section>
  );
}
