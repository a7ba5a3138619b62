import type { Metadata } from "next";
import { originHere } from "@/app/origin";
import { Code } from "@/components/docs/code";
import { Guide, Section, Table } from "@/components/docs/guide";
import { VerifySnippetTabs } from "@/components/snippets/verify-snippet-tabs";

export const metadata: Metadata = { title: "Verify signatures" };

const arrival = `POST /hooks HTTP/1.1
content-type: application/json
webhook-id: 01936f0e-5c1a-7b3e-9d24-8f1f6a2c4b70
webhook-timestamp: 1768469400
webhook-signature: v1,+5HfdgVcS6gmsO5mf1Yyagkif4uyJLoNozg69phWsMc=

{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"video-1"}}`;

const headerRows = [
  ["webhook-id", "Id of the event, the same for every attempt. Store it to recognise duplicates."],
  [
    "webhook-timestamp",
    "Time of this attempt in Unix seconds. Reject requests that are more than five minutes off.",
  ],
  [
    "webhook-signature",
    "One or more signatures, separated by spaces. One valid signature is enough.",
  ],
].map(([name, meaning]) => [<code key={name}>{name}</code>, meaning]);

const link = (href: string, path: string) => <a href={href}>{path}</a>;

const secretRows = [
  ["A webhook", link("/docs/api/signing#secrets.reveal", "GET /v1/webhooks/{id}/secret")],
  [
    "The callbackUrl of an event",
    link("/docs/api/signing#accountSecrets.reveal", "GET /v1/accounts/{id}/secret"),
  ],
  ["The alert receiver", link("/docs/api/insight#alerts.reveal", "GET /v1/alerts/secret")],
];

/** Arguments of the verification code by framework. */
const frameworks = [
  ["Express", "request.headers", "request.body"],
  ["Fastify", "request.headers", "request.body"],
  ["Next.js", "Object.fromEntries(request.headers)", "await request.text()"],
  ["Hono", "c.req.header()", "await c.req.text()"],
  ["Django", "request.headers", "request.body"],
  ["Flask", "request.headers", "request.get_data()"],
  ["FastAPI", "request.headers", "await request.body()"],
  ["Go", "r.Header", "io.ReadAll(r.Body)"],
  ["Rails", "request.headers", "request.raw_post"],
  ["Laravel", "getallheaders()", "$request->getContent()"],
].map(([framework, ...code]) => [framework, ...code.map((one) => <code key={one}>{one}</code>)]);

export default async function VerifyPage() {
  const origin = await originHere();
  return (
    <Guide
      title="Verify signatures"
      lead="Anyone can send requests to your receiver. The signature proves that a request came from Postback, was not changed, and is recent."
    >
      <Section id="request" title="The request">
        <p>
          Deliveries are signed according to{" "}
          <a href="https://www.standardwebhooks.com">Standard Webhooks</a>, so its libraries can
          verify them.
        </p>
        <Code title="A delivery" language="http" code={arrival} />
        <Table caption="Headers of a delivery" head={["Header", "Meaning"]} rows={headerRows} />
        <p>
          The signed content is <code>id.timestamp.body</code>: the values of the two headers and
          the raw bytes of the body, joined by dots. The signature is HMAC-SHA256, encoded as
          base64. Its key is the part of the secret after <code>whsec_</code>, decoded from base64.
        </p>
      </Section>

      <Section id="code" title="Verification code">
        <p>
          Copy the secret from the webhook’s “Signing” tab, or read it with the API. Verify the{" "}
          <strong>raw</strong> body: a framework that parses JSON and serialises it again produces
          different bytes, and the signature no longer matches.
        </p>
        <Table
          caption="Secret by target"
          head={["Requests to", "are signed with the secret of"]}
          rows={secretRows}
        />
        <VerifySnippetTabs />
        <Table
          caption="Headers and raw body by framework"
          head={["Framework", "Headers", "Raw body"]}
          rows={frameworks}
        />
        <ul>
          <li>
            In Express, give the route <code>{'express.raw({ type: "application/json" })'}</code>{" "}
            and register it before <code>express.json()</code>.
          </li>
          <li>
            In Fastify, keep the bytes with{" "}
            <code>
              {
                'addContentTypeParser("application/json", { parseAs: "buffer" }, (_, body, done) => done(null, body))'
              }
            </code>
            .
          </li>
        </ul>
        <p>
          The code throws when the secret is empty or malformed, before it compares anything,
          because anyone can sign with an empty secret. Your receiver should then refuse to start.
        </p>
        <p>
          Respond with <code>2xx</code> as soon as the request is verified and stored, and process
          it afterwards: the webhook’s deadline is running. A <code>401</code> for an invalid
          signature is a failed attempt, which is repeated by the{" "}
          <a href="/docs/retries">retry schedule</a>.
        </p>
      </Section>

      <Section id="rotation" title="Secret rotation">
        <p>
          After a rotation, requests are signed with the old secret as well, for up to seven days.
          The header then has two signatures, and the code above accepts either. No delivery is
          rejected while receivers switch to the new secret.
        </p>
        <Code
          title="Rotate the secret with an overlap of one day"
          language="bash"
          code={`curl -X POST ${origin}/v1/webhooks/$WEBHOOK_ID/secret/rotate \\
  -H "x-api-key: $POSTBACK_KEY" \\
  -H "content-type: application/json" \\
  -d '{ "overlapSeconds": 86400 }'`}
        />
      </Section>

      <Section id="v1a" title="Public-key signatures">
        <p>
          With <code>v1a</code>, a receiver can verify requests but not sign them: each request has
          an additional Ed25519 signature, and the public key <code>whpk_…</code> is not secret.{" "}
          <a href="/docs/api/signing#signingKeys.enable">Enable it</a> for a webhook. Receivers that
          support only <code>v1</code> are not affected.
        </p>
        <p>
          The signed content is the same <code>id.timestamp.body</code>. Node, Go, Ruby and PHP
          include Ed25519; Python needs the package <code>cryptography</code>.
        </p>
        <VerifySnippetTabs scheme="v1a" />
      </Section>

      <Section id="network" title="Firewall and IP addresses">
        <p>
          Requests come from the servers of this installation, or from its proxy. Postback has no
          fixed IP addresses: if your firewall has an allowlist, ask your operator for theirs. An
          address does not prove who sent a request; the signature does.
        </p>
        <p>
          The method is <code>POST</code>, the <code>user-agent</code> begins with{" "}
          <code>Postback/</code>. With <code>https</code>, the receiver needs a certificate of a
          public authority and TLS 1.2 or 1.3. Before you subscribe,{" "}
          <a href="/docs/api/webhooks#reachability.check">check whether it can be reached</a>.
        </p>
      </Section>

      <Section id="trouble" title="Troubleshooting">
        <p>Frequent reasons for a signature that does not match:</p>
        <ul>
          <li>
            The body was parsed and serialised again before verification. If{" "}
            <code>express.json()</code> runs first, the code throws because the body is an object:
            register the route of the receiver before it.
          </li>
          <li>
            The secret was used as text. Remove <code>whsec_</code> and decode the rest from base64.
          </li>
          <li>The secret belongs to another webhook, or its overlap has ended.</li>
          <li>The whole header was compared, although it contains several signatures.</li>
        </ul>
        <p>
          <a href="/docs/api/signing#signatureCheck.check">Check a signature</a> with the API, or on
          the webhook’s “Signing” tab: the response names the secret that matches, or the mistake
          that was made.
        </p>
      </Section>
    </Guide>
  );
}
