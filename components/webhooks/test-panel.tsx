"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { FormSkeleton } from "@/components/form/form-skeleton";
import { Card } from "@/components/ui/card";
import { webhookQueries } from "@/lib/webhooks/queries";

// A form that the server drew would lose what is typed before its code is there.
const TestForm = dynamic(() => import("@/components/events/test-form").then((it) => it.TestForm), {
  ssr: false,
  loading: FormSkeleton,
});

export function TestPanel({ id }: { id: string }) {
  const { data: webhook } = useQuery(webhookQueries.one(id));
  if (!webhook) return <FormSkeleton />;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <Card
        title="Send a test event"
        hint="One attempt without retries, even while paused. A failure does not count in health; a success while the circuit is open counts as its probe."
      >
        <TestForm webhookId={id} events={webhook.events} />
      </Card>
    </div>
  );
}
