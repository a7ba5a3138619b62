import type { Metadata } from "next";
import Link from "next/link";
import { Code } from "@/components/docs/code";
import type { Schema } from "@/components/docs/document";
import { Fields, rowsOfSchema } from "@/components/docs/fields";
import { Guide, Section } from "@/components/docs/guide";
import { listEventTypes } from "@/lib/events/operations";

export const metadata: Metadata = { title: "Event types" };

export default async function EventsPage() {
  const { eventTypes } = await listEventTypes();
  return (
    <Guide
      title="Event types"
      lead="There are four. A delivery’s body has two members: event, its name, and data, byte for byte as it was published. What is listed here is known of data; other members are kept and passed on."
    >
      {eventTypes.map(({ name, description, sample, schema }) => (
        <Section key={name} id={name} title={name}>
          <p>{description}</p>
          <Fields
            rows={rowsOfSchema(schema as Schema, (one) => one)}
            resolve={(one) => one}
            label={`Members of data in ${name}`}
          />
          <Code
            title={`Body of ${name}`}
            language="json"
            code={JSON.stringify({ event: name, data: sample }, null, 2)}
          />
        </Section>
      ))}
      <p className="prose pt-8">
        The same for machines:{" "}
        <Link href="/docs/api/events#events.types">list the event types</Link>.
      </p>
    </Guide>
  );
}
