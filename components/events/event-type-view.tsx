"use client";

import { useQuery } from "@tanstack/react-query";
import { ProblemCard } from "@/components/page/problem-card";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Skeleton } from "@/components/ui/skeleton";
import type { EventName } from "@/db/enums";
import { type EventType, eventQueries } from "@/lib/events/queries";
import { PublishCard } from "./publish-card";
import { Subscribers } from "./subscribers";
import { typescriptOf } from "./typescript-of";

/** One event type: payload, subscribed webhooks and a form to publish. */
export function EventTypeView({ name }: { name: EventName }) {
  const { data, failure } = useStableQuery(useQuery(eventQueries.types()));
  const type = data?.eventTypes.find((each) => each.name === name);
  if (!type) {
    if (!failure) return <Skeleton className="h-128 w-full rounded-lg" />;
    return <ProblemCard what="The event could not be loaded" {...failure} />;
  }
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <Card title="Payload" hint="Unlisted members are kept and passed on.">
          <div className="@container">
            <SchemaTable name={name} schema={type.schema} />
          </div>
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
      <PublishCard only={name} />
    </div>
  );
}

/** Below each other where there is no room for columns, as with large text on a phone. */
const cell = "py-1.5 pr-3 last:pr-0 @max-3xs:block";

type Member = { type?: string; description?: string };

type Props = { name: string; schema: EventType["schema"] };

/** Documented members of an event's `data`; others are kept and passed on. */
function SchemaTable({ name, schema }: Props) {
  const members = Object.entries((schema.properties ?? {}) as Record<string, Member>);
  const required = (schema.required ?? []) as string[];
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">Members of data in {name}</caption>
      <thead className="@max-3xs:sr-only text-faint text-xs">
        <tr>
          <th scope="col" className="pr-3 pb-1.5 font-medium">
            Member of data
          </th>
          <th scope="col" className="pr-3 pb-1.5 font-medium">
            Type
          </th>
          <th scope="col" className="pb-1.5 font-medium">
            Presence
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map(([member, { type }]) => (
          <tr key={member} className="border-line border-t">
            <th scope="row" className={`wrap-anywhere font-mono font-normal text-xs ${cell}`}>
              {member}
            </th>
            <td className={cell}>
              {member === "extras" ? "object of up to 10 strings" : (type ?? "any")}
            </td>
            <td className={`text-soft ${cell}`}>
              {required.includes(member) ? "required" : "optional"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
