import type { Metadata } from "next";
import Link from "next/link";
import { durationOf } from "@/components/docs/duration";
import { Guide, Section, Table } from "@/components/docs/guide";
import { jitter, scheduledAttempts, waitsMs } from "@/lib/queue/backoff";

export const metadata: Metadata = { title: "Retry schedule" };

const sum = (waits: number[]) => waits.reduce((total, wait) => total + wait, 0);

export default function RetriesPage() {
  const rows = Array.from({ length: scheduledAttempts }, (_, n) => [
    String(n + 1),
    n === 0 ? "at once" : `${durationOf(waitsMs[n - 1] ?? 0)} later`,
    n === 0 ? "0 s" : durationOf(sum(waitsMs.slice(0, n))),
  ]);
  const longest = durationOf(sum(waitsMs));
  return (
    <Guide
      title="Retry schedule"
      lead={`A receiver that is away for a weekend still gets everything: ${scheduledAttempts} attempts over ${longest}, and each is kept with its answer.`}
    >
      <Section id="success" title="What counts as delivered">
        <p>
          Any <code>2xx</code>, as soon as its status line is there. What becomes of the body after
          that is kept for you to read and changes nothing. Everything else is a failed attempt, and
          has a <Link href="/docs/causes">cause</Link>. Redirects are not followed. An answer has 15
          seconds, unless the webhook’s settings say otherwise.
        </p>
      </Section>

      <Section id="schedule" title="The schedule">
        <Table
          caption="Attempts and when they are made"
          head={["Attempt", "Wait", "Since the event"]}
          rows={rows}
        />
        <p>
          Each wait may be up to {Math.round(jitter * 100)} % longer, by chance, so that what failed
          together does not come back together. After attempt {scheduledAttempts} the delivery is{" "}
          <strong>Failed</strong>: it stays in the log and can be sent again. Deliveries to the
          built-in inbox are tried again within seconds.
        </p>
        <p>
          Attempts may be doubled (an answer can be lost on its way) and may overtake each other.
          Tell duplicates by <code>webhook-id</code>.
        </p>
      </Section>

      <Section id="retry-after" title="Retry-After">
        <p>
          A <code>429</code> or <code>503</code> with <code>Retry-After</code>, in seconds or as an
          HTTP date, delays the next attempt until then, at most by a day. It never hurries one. A{" "}
          <code>410 Gone</code> ends the delivery and pauses the webhook.
        </p>
      </Section>

      <Section id="rest" title="Receivers that rest">
        <p>
          A webhook that fails ten times in a row, or more than ten times of twenty, is left alone:
          for 30 seconds, then twice as long each time, up to 15 minutes. Then one delivery goes
          ahead as a probe, and the others follow once it gets through. Nothing is skipped; the
          schedule only waits.
        </p>
        <p>
          What fails for five days, and twenty deliveries, without a single success is paused. New
          events are kept for it, and go out when somebody resumes it.
        </p>
      </Section>

      <Section id="by-hand" title="Sending again by hand">
        <p>
          <Link href="/docs/api/deliveries#deliveries.resend">Resend</Link> makes one attempt now,
          whatever the state of the delivery. A{" "}
          <Link href="/docs/api/deliveries#replays.create">replay</Link> sends many, chosen by a
          filter and counted before, at a rate your receiver can bear, each with the full schedule.
        </p>
      </Section>
    </Guide>
  );
}
