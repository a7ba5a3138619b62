import type { Metadata } from "next";
import { Code } from "@/components/docs/code";
import { Guide, Section, Table } from "@/components/docs/guide";
import { VerifySnippetTabs } from "@/components/snippets/verify-snippet-tabs";
import { originHere } from "../../origin";

export const metadata: Metadata = { title: "Verify signatures" };

const arrival = `POST /hooks HTTP/1.1
content-type: application/json
webhook-id: 01936f0e-5c1a-7b3e-9d24-8f1f6a2c4b70
webhook-timestamp: 1768469400
webhook-signature: v1,5cc+kPMSUnIuPIFpCEUlzzyCOqOVXJv4xPxIaTvsBQk=

{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"video-1"}}`;

const headerRows = [
  [
    "webhook-id",
    "The event’s id, the same for every attempt. Whoever remembers it does nothing twice.",
  ],
  ["webhook-timestamp", "Unix seconds of this attempt. Refuse what is more than five minutes off."],
  ["webhook-signature", "One or several signatures, separated by spaces. One that fits is enough."],
].map(([name, meaning]) => [<code key={name}>{name}</code>, meaning]);

export default async function VerifyPage() {
  const origin = await originHere();
  return (
    <Guide
      title="Verify signatures"
      lead="Your receiver’s address is no secret. The signature is how it knows that a request came from Postback, unchanged, and just now."
    >
      <Section id="request" title="What arrives">
        <p>
          Deliveries are signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a>{" "}
          says, so a library for that verifies them too.
        </p>
        <Code title="A delivery" language="http" code={arrival} />
        <Table
          caption="Headers of a delivery"
          head={["Header", "What it says"]}
          rows={headerRows}
        />
        <p>
          What is signed is <code>id.timestamp.body</code>: the two headers and the bytes of the
          body as they came, joined by dots. The signature is HMAC-SHA256 in base64, and its key is
          the part of the secret after <code>whsec_</code>, decoded from base64.
        </p>
      </Section>

      <Section id="code" title="Check it">
        <p>
          Take the secret from the webhook’s tab “Signing”. Verify the <strong>raw</strong> body: a
          framework that parses JSON and writes it again gives other bytes, and another signature.
        </p>
        <VerifySnippetTabs />
        <p>
          The code throws when the secret is empty or malformed, before it compares anything:
          anybody can sign with an empty secret. Let your receiver fail to start then.
        </p>
        <p>
          Answer <code>2xx</code> as soon as it is verified and kept, and work afterwards: the
          webhook’s deadline is running. Whoever answers <code>401</code> to what does not fit gets
          it again by the <a href="/docs/retries">retry schedule</a>.
        </p>
      </Section>

      <Section id="rotation" title="While a secret is replaced">
        <p>
          After a rotation the old secret signs as well, for as long as you choose: up to seven
          days. The header then has two signatures, and the code above takes either. So no delivery
          is lost while receivers change over.
        </p>
        <Code
          title="Replace it, and let the old one sign for a day"
          language="bash"
          code={`curl -X POST ${origin}/v1/webhooks/$WEBHOOK_ID/secret/rotate \\
  -H "x-api-key: $POSTBACK_KEY" \\
  -H "content-type: application/json" \\
  -d '{ "overlapSeconds": 86400 }'`}
        />
      </Section>

      <Section id="v1a" title="With a public key">
        <p>
          A receiver that shall verify and never be able to sign gets <code>v1a</code>: an Ed25519
          signature beside the other, and a public key <code>whpk_…</code> that anybody may know.{" "}
          <a href="/docs/api/signing#signingKeys.enable">Enable it</a> for a webhook; receivers that
          know only <code>v1</code> do not notice.
        </p>
        <p>
          The signature is over the same <code>id.timestamp.body</code>. Node, Go, Ruby and PHP
          bring Ed25519 along; Python needs the package <code>cryptography</code>.
        </p>
        <VerifySnippetTabs scheme="v1a" />
      </Section>

      <Section id="trouble" title="When it does not fit">
        <ul>
          <li>The body was parsed and written again before it was signed.</li>
          <li>
            The secret was used as text. It is base64, without <code>whsec_</code>.
          </li>
          <li>It is the secret of another webhook, or one whose overlap has ended.</li>
          <li>The signature was compared as a whole, though the header holds several.</li>
        </ul>
        <p>
          <a href="/docs/api/signing#signatureCheck.check">Check a signature</a> takes the request
          as it came and says which secret fits, or which of these mistakes was made. The dashboard
          has it on the same tab.
        </p>
      </Section>
    </Guide>
  );
}
