import type { Metadata } from "next";
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
      lead="The body of a delivery has two members: event, the name, and data, byte for byte as it was published. Members of data that are not listed here are kept and passed on."
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
        Programs read the same with <a href="/docs/api/events#events.types">GET /v1/event-types</a>.
        The <a href="/openapi.json">OpenAPI document</a> describes each body under{" "}
        <code>webhooks</code>.
      </p>
    </Guide>
  );
}
