import type { Metadata } from "next";
import { Guide, Section, Table } from "@/components/docs/guide";
import { jitter, scheduledAttempts } from "@/lib/queue/retry-schedule";
import { scheduleRows } from "../../schedule";

export const metadata: Metadata = { title: "Retry schedule" };

export default function RetriesPage() {
  const schedule = scheduleRows();
  const rows = schedule.map(({ attempt, wait, elapsed }) => [String(attempt), wait, elapsed]);
  const longest = schedule.at(-1)?.elapsed;
  return (
    <Guide
      title="Retry schedule"
      lead={`A delivery that fails is sent again: ${scheduledAttempts} attempts over ${longest}. The log keeps every attempt with its response.`}
    >
      <Section id="success" title="What counts as delivered">
        <p>
          Any <code>2xx</code>. The status line decides; the body is kept in the log and changes
          nothing. Everything else is a failed attempt with a <a href="/docs/causes">cause</a>.
          Redirects are not followed. The deadline of an attempt is 15 seconds, unless the settings
          of the webhook name another.
        </p>
      </Section>

      <Section id="schedule" title="The schedule">
        <Table
          caption="Attempts and when they are made"
          head={["Attempt", "Wait", "Since the event"]}
          rows={rows}
        />
        <p>
          Each wait is up to {Math.round(jitter * 100)} % longer, at random, so that deliveries that
          failed together do not return together. After attempt {scheduledAttempts} the delivery is{" "}
          <strong>failed</strong>: it stays in the log and can be sent again. Deliveries to the
          built-in inbox have a shorter schedule: the first waits are 2, 4 and 8 seconds.
        </p>
      </Section>

      <Section id="order" title="Duplicates and order">
        <p>
          A delivery may arrive twice, because a response can be lost on its way. Store{" "}
          <code>webhook-id</code> with the result of your work, and respond <code>2xx</code> to an
          id that is stored. It is the id of the event: two webhooks that lead to one receiver send
          the same id.
        </p>
        <p>
          Deliveries may arrive in another order than the events: they are sent in parallel, and a
          failed one is sent later. <code>webhook-id</code> is a UUIDv7, which sorts by the time of
          publishing: when a newer event of the same video was handled already, ignore the older
          one.
        </p>
      </Section>

      <Section id="retry-after" title="Retry-After">
        <p>
          <code>Retry-After</code> of a <code>429</code> or <code>503</code>, in seconds or as an
          HTTP date, delays the next attempt, by a day at most. It never makes an attempt earlier.{" "}
          <code>410 Gone</code> ends the delivery and pauses the webhook.
        </p>
      </Section>

      <Section id="rest" title="Circuit breaker">
        <p>
          After ten failures in a row, or more than ten in twenty attempts, the circuit of a webhook
          opens: nothing is sent for 30 seconds, then twice as long each time, or as long as the
          receiver asks with <code>Retry-After</code>, up to 15 minutes. Then one delivery is sent
          as a probe. When it succeeds, the others follow at a growing rate. No attempt of the
          schedule is used up meanwhile.
        </p>
        <p>
          A webhook that fails for five days and for twenty deliveries, without one success, is
          paused. Its deliveries wait and are sent when the webhook is resumed.
        </p>
      </Section>

      <Section id="by-hand" title="Resend and replay">
        <p>
          <a href="/docs/api/deliveries#deliveries.resend">Resend</a> makes one attempt now, also
          for a successful delivery. A <a href="/docs/api/deliveries#replays.create">replay</a>{" "}
          sends many deliveries again, chosen by a filter, at a rate of your choice and each with
          the full schedule. Deliveries that wait for a retry are sent without waiting for it.
        </p>
      </Section>
    </Guide>
  );
}
