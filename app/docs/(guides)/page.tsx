import type { Metadata } from "next";
import Link from "next/link";
import { scopeWords } from "@/components/api-keys/scope-words";
import { Code } from "@/components/docs/code";
import { Guide, Section, Table } from "@/components/docs/guide";
import { originHere } from "../origin";

export const metadata: Metadata = { title: "Quick start" };

export default async function QuickStartPage() {
  const origin = await originHere();
  const keyed = '-H "x-api-key: $POSTBACK_KEY"';
  const json = '-H "content-type: application/json"';
  return (
    <Guide
      title="Quick start"
      lead="Postback takes an event from your service once, and delivers it signed to everybody who listens: again and again until they have it. From nothing to the first delivery it takes four commands."
    >
      <Section id="key" title="Get a key">
        <p>
          Every call of the API bears a key in the header <code>x-api-key</code>. Issue one at{" "}
          <a href="/keys">API keys</a>; it is shown once. An installation without a{" "}
          <code>DATABASE_URL</code> has one in <code>.postback/api-key</code> already.
        </p>
        <Code
          title="Keep it in the shell, and see that it is good"
          language="bash"
          code={`export POSTBACK_KEY=pbk_live_…\ncurl ${origin}/v1 \\\n  ${keyed}`}
        />
      </Section>

      <Section id="webhook" title="Create a webhook">
        <p>
          A webhook is an address that listens to events. It must be reachable from here by the
          public internet; private addresses are refused unless this installation allows them.
        </p>
        <Code
          title="Create a webhook"
          language="bash"
          code={`curl -X POST ${origin}/v1/webhooks \\
  ${keyed} \\
  ${json} \\
  -d '{
    "callbackUrl": "https://example.com/hooks",
    "events": ["VIDEO_GENERATION_SUCCESS", "VIDEO_GENERATION_FAILED"]
  }'`}
        />
        <p>
          Nothing to receive with yet? An <Link href="/docs/api/inbox">inbox</Link> is a receiver
          inside this installation. Once you have one of your own, let it{" "}
          <Link href="/docs/verify">verify signatures</Link>.
        </p>
      </Section>

      <Section id="publish" title="Publish an event">
        <p>
          <code>data</code> travels on byte for byte. The answer is <code>202</code>: the event is
          stored, and nothing that happens to a process from here on can lose it.
        </p>
        <Code
          title="Publish an event"
          language="bash"
          code={`curl -X POST ${origin}/v1/events \\
  ${keyed} \\
  ${json} \\
  -d '{
    "event": "VIDEO_GENERATION_SUCCESS",
    "data": { "videoId": "video-1", "videoUrl": "https://example.com/v/1.mp4" }
  }'`}
        />
      </Section>

      <Section id="watch" title="See what happened">
        <p>
          Each event became one delivery for each webhook that listens. Look for it by the id of the
          video; the <a href="/deliveries">dashboard</a> shows the same, as it happens.
        </p>
        <Code
          title="Find its deliveries"
          language="bash"
          code={`curl "${origin}/v1/deliveries?q=video-1" \\\n  ${keyed}`}
        />
        <p>
          A receiver that fails is tried again by the{" "}
          <Link href="/docs/retries">retry schedule</Link>, and every failure has a{" "}
          <Link href="/docs/causes">cause in words</Link>.
        </p>
      </Section>

      <Section id="basics" title="Every request">
        <p>
          The API speaks JSON at <code>{origin}/v1</code>. Its description for machines is{" "}
          <a href="/openapi.json">openapi.json</a>, OpenAPI 3.1, and needs no key:
        </p>
        <Code title="Read the description" language="bash" code={`curl ${origin}/openapi.json`} />
        <p>A key has scopes; each operation names the one it needs.</p>
        <Table
          caption="Scopes of a key"
          head={["Scope", "Lets a program"]}
          rows={Object.entries(scopeWords).map(([scope, words]) => [
            <code key={scope}>{scope}</code>,
            words,
          ])}
        />
        <p>
          Every answer carries an <code>x-request-id</code>, which names it in the log. Send one of
          your own and it is kept. What may go wrong, and how much is too much, is told in{" "}
          <Link href="/docs/limits">errors and limits</Link>.
        </p>
      </Section>
    </Guide>
  );
}
