import type { Metadata } from "next";
import { Code } from "@/components/docs/code";
import { Guide, Section, Table } from "@/components/docs/guide";
import { backlogLimits, defaultLimits } from "@/lib/account-limits/limits";
import { keyLimit } from "@/lib/api-keys/contract";
import { env } from "@/lib/env";
import { eventBytesLimit } from "@/lib/events/contract";
import { subjectLimit } from "@/lib/events/payloads";
import { check } from "@/lib/http/check";
import { responseBodyLimit } from "@/lib/outbound/body";
import { partLimit } from "@/lib/protocol/json-text";
import { allProblems } from "@/lib/protocol/transport-problems";
import { runningReplayLimit } from "@/lib/replays/contract";
import { streamLimits } from "@/lib/stream/contract";
import { WebhookDraft } from "@/lib/webhooks/contract";

export const metadata: Metadata = { title: "Errors and limits" };

const kib = (bytes: number) => `${bytes / 1024} KiB`;
/** Error response to a webhook with an invalid callback URL and no events. */
function sampleError() {
  try {
    return check("body", WebhookDraft, { callbackUrl: "https://example.com/hooks", events: [] });
  } catch (error) {
    return error;
  }
}

const repeats = [
  ["429, 503", "Repeat after Retry-After seconds"],
  ["409 with Retry-After", "Repeat: a request with this key is still running"],
  ["500, 502, 504, 408, none", "Repeat with the same key after a growing pause"],
  ["Other 4xx", "Do not repeat: correct the request, the key or the address first"],
];

/** Limits of this installation. */
function limits(): [what: string, howMuch: string][] {
  const { WEBHOOKS_PER_ACCOUNT, REQUESTS_PER_MINUTE, RETENTION_DAYS, STORE_RESPONSE_BODY } = env();
  const publishing = defaultLimits();
  const count = (value: number) => value.toLocaleString("en-US");
  return [
    ["Webhooks of an account", count(WEBHOOKS_PER_ACCOUNT)],
    ["API keys of an account", count(keyLimit)],
    ["Requests of a key, without publishing", `${count(REQUESTS_PER_MINUTE)} a minute`],
    ["Refused requests of a key to publish", `${count(REQUESTS_PER_MINUTE)} a minute`],
    [
      "Events of an account",
      `${count(publishing.eventsPerSecond)} a second, ${count(publishing.burst)} at once, ${count(publishing.eventsPerDay)} a day`,
    ],
    [
      "Waiting deliveries of an account",
      `${count(backlogLimits().perAccount)}, and as many that its paused webhooks hold`,
    ],
    [
      "Body of a request",
      `${kib(64 * 1024)}; with a callback URL ${kib(128 * 1024)}, an event ${kib(eventBytesLimit)}, a batch 8 MiB with ${kib(eventBytesLimit)} of data an event`,
    ],
    ["Events of a batch", "1,000"],
    ["Members of a request", `${count(partLimit)}, objects and lists included`],
    ["Id of a video or an avatar", `${subjectLimit} characters`],
    ["Callback URL", "2,048 characters"],
    ["Running replays of an account", String(runningReplayLimit)],
    [
      "Open streams",
      `${streamLimits.caller} of a key or a person, ${streamLimits.account} of an account`,
    ],
    ["Custom headers of a webhook", "20, with 8 KiB in total"],
    ["Deadline of a response", "1 to 30 seconds; default 15"],
    [
      "Stored part of a response body",
      STORE_RESPONSE_BODY === 0
        ? "nothing"
        : `up to ${count(Math.min(STORE_RESPONSE_BODY, responseBodyLimit))} bytes`,
    ],
    ["Events, deliveries and attempts are kept", `${count(RETENTION_DAYS)} days`],
  ];
}

export default function LimitsPage() {
  const codes = Object.entries(allProblems).map(([code, message]) => [
    <code key={code}>{code}</code>,
    code.slice(0, 3),
    message,
  ]);
  return (
    <Guide
      title="Errors and limits"
      lead="Every error has the same shape: a code for programs and a sentence for people."
    >
      <Section id="errors" title="Errors">
        <p>
          The first three digits of <code>code</code> are the HTTP status. When the body or the
          query is invalid, <code>issues</code> names each invalid member. The reference lists the
          errors of each operation. When a <code>500</code> persists, give your operator the{" "}
          <code>x-request-id</code> of the response.
        </p>
        <Code
          title="A webhook without events"
          language="json"
          code={JSON.stringify(sampleError(), null, 2)}
          note="400"
        />
        <Table caption="Error codes" head={["Code", "Status", "Meaning"]} rows={codes} />
        <p>
          These are errors of the API. Why a <em>delivery</em> failed is its{" "}
          <a href="/docs/causes">cause</a>.
        </p>
      </Section>

      <Section id="repeat" title="When to repeat a request">
        <p>
          A publisher keeps an event until it is answered <code>202</code>. Send an{" "}
          <a href="#idempotency">Idempotency-Key</a>, so that a repetition stores nothing twice.{" "}
          <a href="/docs/publishing">Publish without losing events</a> goes through every answer.
        </p>
        <Table caption="What to do after a response" head={["Response", "Then"]} rows={repeats} />
      </Section>

      <Section id="limits" title="Limits">
        <Table
          caption="Limits of this installation"
          head={["Limit", "Value on this installation"]}
          rows={limits()}
        />
        <p>
          Responses to a key carry <code>RateLimit</code> and <code>RateLimit-Policy</code>: of each
          limit, <code>q</code> is the number allowed in <code>w</code> seconds, <code>r</code> the
          number that is left, and <code>t</code> the seconds until it is renewed. A request beyond
          a limit is answered <code>429</code> with <code>Retry-After</code> in seconds. The limits
          of one account can differ: <a href="/docs/api/keys#accountLimits.read">read them</a>. They
          hold for all its keys together, and each event of a batch counts. A batch of more events
          than may be published at once is answered <code>40000</code>. Publishing is also answered{" "}
          <code>429</code> while the account has as many waiting deliveries as allowed. Repeats with
          an <code>Idempotency-Key</code> are not counted.
        </p>
        <p>
          A refused request to publish counts once for each 32 KiB of its body, and an accepted one
          makes up for as many. Above the limit, all publishing with the key is answered{" "}
          <code>429</code> until the minute is over: correct what <code>issues</code> names before
          you go on.
        </p>
        <p>
          Requests that run at the same moment are bounded too, for each key and account. A few more
          wait for up to five seconds; beyond them the answer is <code>429</code>. Send fewer in
          parallel.
        </p>
      </Section>

      <Section id="idempotency" title="Idempotency">
        <p>
          Send <code>Idempotency-Key</code> with a <code>POST</code> to repeat it safely: up to 255
          printable ASCII characters of your choice. The reference lists the header with each
          operation that takes it; the others run each time. Within 24 hours the same key and
          request get the first response again, with <code>Idempotency-Replayed: true</code>. The
          same key with another request is answered <code>42200</code>. A response that held a
          secret is not kept: its repetition is answered <code>40900</code>.
        </p>
      </Section>

      <Section id="pages" title="Paging">
        <p>
          Events, deliveries, replays, operational events, audit entries and requests of an inbox
          bin come page by page, newest first. While there is more, the response has a{" "}
          <code>nextCursor</code>: send it as <code>cursor</code> for the next page. Entries that
          are added meanwhile do not move the others.
        </p>
        <p>
          <code>GET /v1/webhooks</code> returns a bare array, newest first, of at most 500 webhooks;{" "}
          <code>GET /v1/webhook-health</code> and <code>GET /v1/webhook-settings</code> of at most
          5,000. When there are more, the <code>Link</code> header holds the URL of the next page
          with <code>rel="next"</code>.
        </p>
        <p>
          <code>GET /v1/accounts</code> and <code>GET /v1/api-keys</code> come whole, or page by
          page with <code>limit</code>. <code>GET /v1/webhook-search</code> returns the first 500
          matches and the number of all. Every other list comes whole; its description names its
          order.
        </p>
      </Section>
    </Guide>
  );
}
