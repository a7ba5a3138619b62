"use client";

import { useQuery } from "@tanstack/react-query";
import { ProblemCard } from "@/components/page/problem-card";
import { useSteady } from "@/components/page/use-steady";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Skeleton } from "@/components/ui/skeleton";
import type { EventName } from "@/db/enums";
import { eventQueries } from "@/lib/events/queries";
import { PublishForm } from "./publish-form";
import { SchemaTable } from "./schema-table";
import { Subscribers } from "./subscribers";
import { typescriptOf } from "./typescript-of";

/** One event type: payload, subscribed webhooks and a form to publish. */
export function EventTypeView({ name }: { name: EventName }) {
  const { data, failure } = useSteady(useQuery(eventQueries.types()));
  const type = data?.eventTypes.find((each) => each.name === name);
  if (!type) {
    if (!failure) return <Skeleton className="h-128 w-full rounded-lg" />;
    return <ProblemCard what="The event could not be loaded" {...failure} />;
  }
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <Card title="Payload" hint="Unlisted members are kept and passed on.">
          <SchemaTable name={name} schema={type.schema} />
        </Card>
        <Subscribers name={name} />
        <Card title="Request to the receiver" hint="One POST with the event and its data as JSON.">
          <CodeBlock
            label={`sample of ${name}`}
            code={JSON.stringify({ event: name, data: type.sample }, null, 2)}
          />
        </Card>
        <Card title="TypeScript type">
          <CodeBlock label={`TypeScript type of ${name}`} code={typescriptOf(type)} />
        </Card>
      </div>
      <Card title="Publish an event" hint="To all subscribed webhooks, or as a test to one.">
        <PublishForm only={name} />
      </Card>
    </div>
  );
}
