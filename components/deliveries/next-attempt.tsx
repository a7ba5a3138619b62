"use client";

import { Ago } from "@/components/time/moment";
import { useNowSelector } from "@/components/time/use-now";
import { useTimes } from "@/components/time/zone";
import type { Delivery } from "@/lib/deliveries/queries";

type Props = { delivery: Pick<Delivery, "status" | "sending" | "nextAttemptAt" | "lateBy"> };

export function NextAttempt({ delivery: { status, sending, nextAttemptAt, lateBy } }: Props) {
  const isDue = useNowSelector((now) => Date.parse(nextAttemptAt ?? "") <= now);
  if (sending) return "being sent";
  if (!nextAttemptAt) {
    return status === "pending" ? (
      "when resumed"
    ) : (
      <span className="text-faint @max-2xl:hidden">–</span>
    );
  }
  // Due: an expired countdown would look stuck.
  if (isDue) return <Due at={nextAttemptAt} words={lateBy ? "webhook late" : "due now"} />;
  return <Ago at={nextAttemptAt} />;
}

function Due({ at, words }: { at: string; words: string }) {
  const { exact } = useTimes();
  return (
    <time dateTime={at} title={exact(at)} className="whitespace-nowrap tabular-nums">
      {words}
    </time>
  );
}
