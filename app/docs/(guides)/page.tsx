import type { Metadata } from "next";
import { originHere } from "@/app/origin";
import { scopeWords } from "@/components/api-keys/scope-words";
import { Code } from "@/components/docs/code";
import { Guide, Section, Table } from "@/components/docs/guide";

export const metadata: Metadata = { title: "Quick start" };

export default async function QuickStartPage() {
  const origin = await originHere();
  const keyed = '-H "x-api-key: $POSTBACK_KEY"';
  const json = '-H "content-type: application/json"';
  return (
    <Guide
      title="Quick start"
      lead="Publish an event once; Postback delivers it, signed and with retries, to every subscribed webhook. Four commands lead to the first delivery."
    >
      <Section id="key" title="Get a key">
        <p>
          The commands are for a POSIX shell such as bash or zsh; on Windows use Git Bash or WSL.
          Send an API key in the header <code>x-api-key</code>. An administrator creates one at{" "}
          <a href="/keys">API keys</a>; it is shown once. If you run Postback yourself without a{" "}
          <code>DATABASE_URL</code>, <code>.postback/api-key</code> has one.
        </p>
        <Code
          title="Keep the key in the shell, and check it"
          language="bash"
          code={`export POSTBACK_KEY=pbk_live_…\ncurl ${origin}/v1 \\\n  ${keyed}`}
        />
      </Section>

      <Section id="webhook" title="Create a webhook">
        <p>
          A webhook is a callback URL and the event names it listens to. The URL must lead to a
          public address; private addresses are refused unless this installation allows them.
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
          No receiver yet? An <a href="/docs/api/inbox">inbox bin</a> is a receiver inside this
          installation. Let a receiver of your own <a href="/docs/verify">verify signatures</a>.
        </p>
      </Section>

      <Section id="publish" title="Publish an event">
        <p>
          Receivers get <code>data</code> byte for byte. <code>202</code> means that the event and
          its deliveries are committed to the database. A program that publishes also needs to know{" "}
          <a href="/docs/publishing">what to do after other answers</a>.
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
          The event has one delivery for each subscribed webhook. Find it by the id of the video;
          the <a href="/deliveries">dashboard</a> shows the same, live.
        </p>
        <Code
          title="Find its deliveries"
          language="bash"
          code={`curl "${origin}/v1/deliveries?q=video-1" \\\n  ${keyed}`}
        />
        <p>
          A failed delivery is sent again by the <a href="/docs/retries">retry schedule</a>. Every
          failed attempt has a <a href="/docs/causes">cause</a>.
        </p>
      </Section>

      <Section id="basics" title="Every request">
        <p>
          The API speaks JSON at <code>{origin}/v1</code>. <a href="/openapi.json">openapi.json</a>{" "}
          describes it as OpenAPI 3.1 and needs no key. Client generators for TypeScript, Python, Go
          and Java are tested against it.
        </p>
        <Code title="Read the description" language="bash" code={`curl ${origin}/openapi.json`} />
        <p>A key has scopes. Each operation names the scope it needs.</p>
        <Table
          caption="Scopes of a key"
          head={["Scope", "Lets a program"]}
          rows={Object.entries(scopeWords).map(([scope, words]) => [
            <code key={scope}>{scope}</code>,
            words,
          ])}
        />
        <p>
          Every response has an <code>x-request-id</code>, which the log names as well. Send your
          own to use that instead. See also <a href="/docs/limits">errors and limits</a>.
        </p>
      </Section>
    </Guide>
  );
}
