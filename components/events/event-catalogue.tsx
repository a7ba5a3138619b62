"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { ProblemCard } from "@/components/shell/problem-card";
import { CodeBlock } from "@/components/ui/code-block";
import { Skeleton } from "@/components/ui/skeleton";
import { type EventType, eventQueries } from "@/lib/events/queries";
import { SchemaTable } from "./schema-table";

/** The closed list of what can happen. */
export function EventCatalogue() {
  const { data, error, refetch, isFetching } = useQuery(eventQueries.types());
  if (data) {
    return (
      <div className="grid grid-cols-1 gap-3">
        {data.eventTypes.map((type, position) => (
          <Entry key={type.name} type={type} open={position === 2} />
        ))}
      </div>
    );
  }
  if (!error) return <Skeleton className="h-80 w-full rounded-lg" />;
  return (
    <ProblemCard
      what="The events could not be loaded"
      error={error}
      retry={() => void refetch()}
      busy={isFetching}
    />
  );
}

function Entry({ type, open }: { type: EventType; open: boolean }) {
  return (
    <details
      open={open}
      className="group min-w-0 rounded-lg border border-line bg-raised shadow-low"
    >
      <summary className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-lg px-4 py-3 [&::-webkit-details-marker]:hidden">
        <h2 className="wrap-anywhere font-medium font-mono text-sm">{type.name}</h2>
        <ChevronDown
          aria-hidden="true"
          className="row-span-2 size-4 text-faint transition-transform group-open:rotate-180"
        />
        <span className="text-soft text-sm">{type.description}</span>
      </summary>
      <div className="grid grid-cols-1 gap-4 border-line border-t px-4 py-4">
        <SchemaTable name={type.name} schema={type.schema} />
        <CodeBlock
          label={`sample of ${type.name}`}
          code={JSON.stringify({ event: type.name, data: type.sample }, null, 2)}
        />
      </div>
    </details>
  );
}
