"use client";

import { Ago } from "@/components/time/moment";
import { useNow } from "@/components/time/use-now";
import type { Delivery } from "@/lib/deliveries/queries";

type Props = { delivery: Pick<Delivery, "status" | "sending" | "nextAttemptAt"> };

export function NextAttempt({ delivery: { status, sending, nextAttemptAt } }: Props) {
  const now = useNow();
  if (sending) return "being sent";
  if (!nextAttemptAt) {
    return status === "pending" ? "when resumed" : <span className="text-faint">–</span>;
  }
  // Due by now: a countdown that has run out would only look stuck.
  if (Date.parse(nextAttemptAt) <= now) return <span suppressHydrationWarning>due now</span>;
  return <Ago at={nextAttemptAt} />;
}
