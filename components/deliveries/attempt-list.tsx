"use client";

import { CircleCheck, CircleX, Clock } from "lucide-react";
import Link from "next/link";
import { Moment } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import { textLink } from "@/components/ui/text-link";
import type { Attempt, DeliveryDetail } from "@/lib/deliveries/queries";
import { formatGap } from "@/lib/format";
import { NextAttempt } from "./next-attempt";
import { Result } from "./result";
import { attemptTriggers } from "./trigger-words";

type Props = {
  delivery: DeliveryDetail;
  chosen: number | undefined;
  choose: (number: number) => void;
};

/** The next attempt, then all attempts, newest first, each with the wait before it. */
export function AttemptList({ delivery, chosen, choose }: Props) {
  const { id, attemptLog, sending, nextAttemptAt, status, attempts } = delivery;
  const open = sending || nextAttemptAt !== undefined || status === "pending";
  const waitBefore = (n: number) =>
    Date.parse(attemptLog[n]?.startedAt ?? "") -
    Date.parse(attemptLog[n + 1]?.startedAt ?? delivery.createdAt);
  return (
    <section aria-labelledby={`attempts-${id}`} className="@container min-w-0">
      <div className="mb-1.5 flex items-center justify-between gap-3">
        <h2 id={`attempts-${id}`} className="font-semibold">
          Attempts
        </h2>
        {attemptLog.length > 1 && (
          <Link
            href={`/deliveries/${id}/compare`}
            prefetch={false}
            className={`text-sm ${textLink}`}
          >
            Compare attempts
          </Link>
        )}
      </div>
      <ol className="max-h-136 overflow-y-auto rounded-lg border border-line bg-raised shadow-low print:max-h-none">
        {open && (
          <li className="flex min-h-9 items-center gap-2.5 border-line px-3 not-last:border-b">
            <Clock aria-hidden="true" className="size-4 shrink-0 text-busy" />
            <span className="font-medium">
              Attempt {attempts + 1}
              {sending ? " is being sent" : " queued"}
            </span>
            {!sending && (
              <span className="ml-auto text-soft text-sm">
                <NextAttempt delivery={delivery} />
              </span>
            )}
          </li>
        )}
        {attemptLog.map((attempt, n) => (
          <li key={attempt.number} className="border-line not-last:border-b">
            <AttemptButton
              attempt={attempt}
              waitMs={waitBefore(n)}
              current={attempt.number === chosen}
              onClick={() => choose(attempt.number)}
            />
          </li>
        ))}
        {attemptLog.length === 0 && !open && (
          <li className="px-3 py-2 text-soft text-sm">No attempt was made.</li>
        )}
      </ol>
    </section>
  );
}

type ButtonProps = { attempt: Attempt; waitMs: number; current: boolean; onClick: () => void };

function AttemptButton({ attempt, waitMs, current, onClick }: ButtonProps) {
  const Icon = attempt.cause ? CircleX : CircleCheck;
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={onClick}
      className="-outline-offset-2! flex min-h-9 w-full flex-wrap items-center gap-x-2 px-3 py-1.5 text-left hover:bg-hover aria-[current]:bg-accent-wash"
    >
      <Icon
        aria-hidden="true"
        className={`size-4 shrink-0 ${attempt.cause ? "text-bad" : "text-good"}`}
      />
      <span className="w-5 tabular-nums">
        <span className="sr-only">Attempt </span>
        {attempt.number}
      </span>
      <Result outcome={attempt} />
      {attempt.trigger !== "event" && <Badge tone="busy">{attemptTriggers[attempt.trigger]}</Badge>}
      <span className="ml-auto flex gap-2 text-soft text-sm">
        {waitMs >= 1000 && <span className="text-faint">after {formatGap(waitMs)}</span>}
        <Moment at={attempt.startedAt} />
      </span>
    </button>
  );
}
