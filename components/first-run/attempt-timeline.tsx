"use client";

import { CircleCheck, CircleX, Clock } from "lucide-react";
import { NextAttempt } from "@/components/deliveries/next-attempt";
import { ResendButton } from "@/components/deliveries/resend-button";
import { Moment } from "@/components/time/moment";
import type { Attempt, DeliveryDetail } from "@/lib/deliveries/queries";
import { formatDuration } from "@/lib/format";

/** Attempts in order, and the time of the next one. */
export function AttemptTimeline({ delivery }: { delivery: DeliveryDetail }) {
  const attempts = [...delivery.attemptLog].reverse();
  return (
    <div className="grid gap-3 rounded-md border border-line p-3.5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-soft text-sm">
          The bin responds 503 twice, then 200. Retries to bins follow after 2, 4, 8, … seconds;
          retries to other receivers after 5&nbsp;s, 5&nbsp;min, 30&nbsp;min and so on, for three
          days.
        </p>
        {delivery.status === "delivered" && (
          <div className="flex flex-wrap gap-x-2 gap-y-1 lg:w-72">
            <ResendButton delivery={delivery} />
          </div>
        )}
      </div>
      <ol aria-label="Attempts" className="grid gap-2">
        {attempts.map((attempt) => (
          <Made key={attempt.number} attempt={attempt} />
        ))}
        {delivery.status === "pending" && (
          <li className="flex items-center gap-2 text-sm text-soft">
            <Clock aria-hidden="true" className="size-4 shrink-0 text-faint" />
            Attempt {delivery.attempts + (delivery.sending ? 0 : 1)}:{" "}
            <NextAttempt delivery={delivery} />
          </li>
        )}
      </ol>
    </div>
  );
}

function Made({
  attempt: { number, statusCode, durationMs, startedAt, cause },
}: {
  attempt: Attempt;
}) {
  const Icon = cause ? CircleX : CircleCheck;
  return (
    <li className="flex flex-wrap items-center gap-x-2 text-sm">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${cause ? "text-bad" : "text-good"}`} />
      Attempt {number}
      <span className={`font-medium ${cause ? "text-bad" : "text-good"}`}>
        HTTP {statusCode ?? "–"}
      </span>
      <span className="text-faint">
        {formatDuration(durationMs)}, <Moment at={startedAt} />
      </span>
    </li>
  );
}
