import type { Metadata } from "next";
import Link from "next/link";
import { Code } from "@/components/docs/code";
import { Guide, Section, Table } from "@/components/docs/guide";
import { env } from "@/lib/env";
import { responseBodyLimit } from "@/lib/outbound/body";
import { problems } from "@/lib/protocol/problem";

export const metadata: Metadata = { title: "Errors and limits" };

const kib = (bytes: number) => `${bytes / 1024} KiB`;
const failure = {
  code: 40000,
  message: "callbackUrl: Use an address that starts with https:// or http://.",
  issues: [{ path: "callbackUrl", message: "Use an address that starts with https:// or http://" }],
};

/** As this very installation is set up. */
function limits(): [what: string, howMuch: string][] {
  const { WEBHOOKS_PER_ACCOUNT, REQUESTS_PER_MINUTE, RETENTION_DAYS, STORE_RESPONSE_BODY } = env();
  const count = (value: number) => value.toLocaleString("en-US");
  return [
    ["Webhooks of an account", count(WEBHOOKS_PER_ACCOUNT)],
    ["Requests of a key, beside publishing", `${count(REQUESTS_PER_MINUTE)} a minute`],
    ["Body of a request", `${kib(64 * 1024)}; an event ${kib(256 * 1024)}, a batch 8 MiB`],
    ["Events of a batch", "1,000"],
    ["Callback URL", "2,048 characters"],
    ["Own headers of a webhook", "20, of 8 KiB together"],
    ["Deadline of an answer", "1 to 30 seconds; 15 unless set"],
    [
      "Kept of an answer’s body",
      STORE_RESPONSE_BODY === 0
        ? "nothing"
        : `up to ${count(Math.min(STORE_RESPONSE_BODY, responseBodyLimit))} bytes`,
    ],
    ["Events, deliveries and attempts are kept", `${count(RETENTION_DAYS)} days`],
  ];
}

export default function LimitsPage() {
  const codes = Object.entries(problems).map(([code, message]) => [
    <code key={code}>{code}</code>,
    code.slice(0, 3),
    message,
  ]);
  return (
    <Guide
      title="Errors and limits"
      lead="Whatever goes wrong is answered in one shape, with a code to decide by and a sentence to read."
    >
      <Section id="errors" title="Errors">
        <p>
          The first three digits of <code>code</code> are the HTTP status. <code>issues</code> names
          each member that is wrong. Quote <code>x-request-id</code> to your operator when a 500
          persists.
        </p>
        <Code title="An error" language="json" code={JSON.stringify(failure, null, 2)} note="400" />
        <Table caption="Codes of errors" head={["Code", "Status", "What it means"]} rows={codes} />
        <p>
          Why a <em>delivery</em> failed is another matter: see{" "}
          <Link href="/docs/causes">causes</Link>.
        </p>
      </Section>

      <Section id="limits" title="Limits">
        <Table
          caption="Limits of this installation"
          head={["Of what", "How much, here"]}
          rows={limits()}
        />
        <p>
          Answers tell what is left in <code>RateLimit</code>; beyond it there is a <code>429</code>{" "}
          with <code>Retry-After</code>.
        </p>
      </Section>

      <Section id="idempotency" title="Doing it once">
        <p>
          A <code>POST</code> whose answer was lost may be sent again safely if it bears an{" "}
          <code>Idempotency-Key</code>, up to 255 characters of your choice. Within 24 hours the
          same key and request get the first answer, with <code>Idempotency-Replayed: true</code>,
          and nothing happens twice. The same key with another request answers <code>42200</code>.
        </p>
      </Section>

      <Section id="pages" title="Page by page">
        <p>
          Lists are newest first. While there is more, the answer has a <code>nextCursor</code>:
          send it as <code>cursor</code> for the next page. What is added meanwhile neither repeats
          nor hides anything.
        </p>
      </Section>
    </Guide>
  );
}
