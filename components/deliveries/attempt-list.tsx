"use client";

import { CircleCheck, CircleX, Clock } from "lucide-react";
import { Moment } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import type { Attempt, DeliveryDetail } from "@/lib/deliveries/queries";
import { NextAttempt } from "./next-attempt";
import { Result } from "./result";
import { attemptTriggers } from "./trigger-words";

type Props = {
  delivery: DeliveryDetail;
  chosen: number | undefined;
  choose: (number: number) => void;
};

/** The next attempt, then all attempts, newest first. */
export function AttemptList({ delivery, chosen, choose }: Props) {
  const { attemptLog, sending, nextAttemptAt, status, attempts } = delivery;
  const open = sending || nextAttemptAt !== undefined || status === "pending";
  return (
    <ol className="max-h-136 overflow-y-auto rounded-lg border border-line bg-raised shadow-low print:max-h-none">
      {open && (
        <li className="flex items-start gap-2.5 border-line px-3 py-2.5 not-last:border-b">
          <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-busy" />
          <span>
            <span className="block font-medium">
              Attempt {attempts + 1}
              {sending ? " is being sent" : " queued"}
            </span>
            {!sending && (
              <span className="block text-faint text-sm">
                <NextAttempt delivery={delivery} />
              </span>
            )}
          </span>
        </li>
      )}
      {attemptLog.map((attempt) => (
        <li key={attempt.number} className="border-line not-last:border-b">
          <AttemptButton
            attempt={attempt}
            current={attempt.number === chosen}
            onClick={() => choose(attempt.number)}
          />
        </li>
      ))}
    </ol>
  );
}

type ButtonProps = { attempt: Attempt; current: boolean; onClick: () => void };

function AttemptButton({ attempt, current, onClick }: ButtonProps) {
  const Icon = attempt.cause ? CircleX : CircleCheck;
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={onClick}
      className="-outline-offset-2! flex w-full items-start gap-2.5 px-3 py-2.5 text-left hover:bg-hover aria-[current]:bg-accent-wash"
    >
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-4 shrink-0 ${attempt.cause ? "text-bad" : "text-good"}`}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-3">
          <span className="font-medium">Attempt {attempt.number}</span>
          <Result outcome={attempt} />
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-soft text-sm">
          <Moment at={attempt.startedAt} />
          {attempt.trigger !== "event" && (
            <Badge tone="busy">{attemptTriggers[attempt.trigger]}</Badge>
          )}
        </span>
      </span>
    </button>
  );
}
