import type { Metadata } from "next";
import { originHere } from "@/app/origin";
import { Code } from "@/components/docs/code";
import { Described } from "@/components/docs/described";
import { Guide, Section, Table } from "@/components/docs/guide";
import { publishAnswers } from "../../publish-answers";

export const metadata: Metadata = { title: "Publish without losing events" };

export default async function PublishingPage() {
  const origin = await originHere();
  return (
    <Guide
      title="Publish without losing events"
      lead="Keep an event until it was answered with 202, and repeat it with its idempotency key until then. This page says what each answer means for a publisher."
    >
      <Section id="rule" title="The rule">
        <p>
          Send each event with an <code>Idempotency-Key</code> of its own, such as the id of the
          render job. Repeat the same bytes with the same key until you get an answer that is final.
        </p>
        <Code
          title="Publish an event with a key"
          language="bash"
          code={`curl -i -X POST ${origin}/v1/events \\
  -H "x-api-key: $POSTBACK_KEY" \\
  -H "content-type: application/json" \\
  -H "Idempotency-Key: render-8f3a" \\
  -d '{
    "event": "VIDEO_GENERATION_SUCCESS",
    "data": { "videoId": "video-1" }
  }'`}
        />
        <p>
          The API key needs the scope <code>events:write</code> only.
        </p>
      </Section>

      <Section id="answers" title="What each answer means">
        <Table
          caption="Answers to a request to publish"
          head={["Answer", "Stored", "What to do"]}
          rows={publishAnswers.map((cells) =>
            cells.map((text) => <Described key={text} text={text} />),
          )}
        />
        <p>
          Put aside an event with a final answer, together with <code>code</code>,{" "}
          <code>message</code> and the header <code>x-request-id</code>, and continue with the next
          one.
        </p>
        <p>
          A <code>400</code> with <code>accountId</code> in its <code>issues</code> is no fault of
          the event: the installation has more than one account now, and a service key sees all of
          them. Use a key of the account, or add its <code>accountId</code>, and send the event
          again.
        </p>
        <p>
          An event without a subscribed webhook is stored, and answered with{" "}
          <code>"deliveries": 0</code>. A webhook that is created later does not get it.
        </p>
      </Section>

      <Section id="keys" title="Idempotency keys">
        <ul>
          <li>
            A key holds for 24 hours from its <code>202</code>. A repeat after that is a new event.
            To find out whether an older one was stored, search for the id in its data:{" "}
            <code>GET /v1/events?q=video-1</code>.
          </li>
          <li>
            Only success is remembered. A request that was refused can be corrected and sent again
            with its key.
          </li>
          <li>
            The same request means the same bytes: other white space or another order of members is
            answered <code>422</code>. Store the body, and do not build it again for each attempt.
          </li>
          <li>
            Keys belong to the account. Those of a service key belong to that service key: finish
            the repeats before you replace it.
          </li>
          <li>Limits do not apply to the repeat of an event that is stored.</li>
        </ul>
      </Section>

      <Section id="batches" title="Batches">
        <p>
          A batch is stored as a whole or not at all. One invalid member refuses it:{" "}
          <code>issues</code> names up to 100 members, such as <code>events.3.data.videoId</code>.
          Remove these events, and send the others again.
        </p>
        <p>
          Give each event of a batch an <code>idempotencyKey</code>. Those that were stored before
          get their first answer, the others are stored, so a batch may be composed anew for each
          attempt. An <code>Idempotency-Key</code> of the whole request needs the same batch each
          time. Keep to one form: the key of an event in a batch is answered <code>422</code> when
          the same event is sent alone, and the other way round.
        </p>
      </Section>

      <Section id="receivers" title="What receivers can rely on">
        <ul>
          <li>
            <strong>At least once.</strong> A delivery is repeated until the receiver answers{" "}
            <code>2xx</code> or the <a href="/docs/retries">retry schedule</a> ends. If a process,
            the network or the database fails after the receiver has answered, the delivery is sent
            again with the same <code>webhook-id</code>.{" "}
            <a href="/docs/retries#order">Receivers store that id</a> to recognise duplicates.
          </li>
          <li>
            <strong>No order.</strong> Deliveries run in parallel and failed ones are sent later, so
            a newer event may arrive first. Put into <code>data</code> what a receiver needs to
            recognise an older one.
          </li>
          <li>
            <strong>The same bytes.</strong> <code>data</code> arrives byte for byte as it was
            published.
          </li>
        </ul>
      </Section>
    </Guide>
  );
}
