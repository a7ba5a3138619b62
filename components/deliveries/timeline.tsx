"use client";

import { Ban, Check, Clock, Flag, Send, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Countdown } from "@/components/time/countdown";
import type { Attempt, DeliveryDetail } from "@/lib/deliveries/queries";
import { formatGap } from "@/lib/format";
import { causeWords } from "./causes";

type Props = {
  delivery: DeliveryDetail;
  chosen: number | undefined;
  choose: (number: number) => void;
};

/** Attempts from creation to the end, left to right, with the waits between them. */
export function Timeline({ delivery, chosen, choose }: Props) {
  const steps = delivery.attemptLog.toReversed();
  const begin = Date.parse(delivery.createdAt);
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = line;
    const point = chosen && current?.querySelector<HTMLElement>("[aria-pressed=true]");
    if (point) current?.scrollTo({ left: point.offsetLeft - current.clientWidth / 2 });
  }, [chosen]);
  return (
    <section
      ref={line}
      aria-label="Timeline"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-raised px-4 py-3 shadow-low"
    >
      <ol className="flex min-w-max items-start">
        <Point mark={<Flag aria-hidden="true" />} ink="border-line text-faint" words="created" />
        {steps.map((attempt, position) => {
          const before = position === 0 ? begin : Date.parse(steps[position - 1]?.startedAt ?? "");
          return (
            <AttemptPoint
              key={attempt.number}
              attempt={attempt}
              gapMs={Date.parse(attempt.startedAt) - before}
              current={attempt.number === chosen}
              onClick={() => choose(attempt.number)}
            />
          );
        })}
        <End delivery={delivery} />
      </ol>
    </section>
  );
}

type AttemptPointProps = {
  attempt: Attempt;
  gapMs: number;
  current: boolean;
  onClick: () => void;
};

function AttemptPoint({ attempt, gapMs, current, onClick }: AttemptPointProps) {
  const { number, statusCode, cause } = attempt;
  const words = statusCode ? String(statusCode) : cause ? causeWords[cause].short : "sent";
  const Icon = cause ? X : Check;
  return (
    <li className="flex items-start">
      <Segment>{gapMs >= 1000 && formatGap(gapMs)}</Segment>
      <button
        type="button"
        aria-label={`Show attempt ${number}: ${words}`}
        aria-pressed={current}
        onClick={onClick}
        className="group flex w-14 flex-col items-center gap-1 rounded-md py-0.5 text-center"
      >
        <Dot
          ink={`${cause ? "border-bad text-bad" : "border-good text-good"} group-aria-pressed:ring-2 group-aria-pressed:ring-accent group-aria-pressed:ring-offset-2 group-aria-pressed:ring-offset-raised`}
        >
          <Icon aria-hidden="true" strokeWidth={3} />
        </Dot>
        <span className="text-xs leading-4 group-hover:underline">
          <span className="text-faint">{number}</span> <span className="font-medium">{words}</span>
        </span>
      </button>
    </li>
  );
}

function End({ delivery }: { delivery: DeliveryDetail }) {
  const { status, sending, nextAttemptAt, attempts } = delivery;
  if (status === "delivered") return null;
  if (status === "failed") {
    return (
      <Point way mark={<Ban aria-hidden="true" />} ink="border-bad text-bad" words="gave up" />
    );
  }
  if (status === "cancelled") {
    return (
      <Point way mark={<Ban aria-hidden="true" />} ink="border-line text-soft" words="stopped" />
    );
  }
  const next = `${attempts + 1}`;
  if (sending) {
    return (
      <Point
        way
        mark={<Send aria-hidden="true" />}
        ink="border-busy text-busy"
        words={`${next} being sent`}
      />
    );
  }
  return (
    <Point
      way
      mark={<Clock aria-hidden="true" />}
      ink="border-dashed border-field text-soft"
      words={nextAttemptAt ? <NextIn number={next} at={nextAttemptAt} /> : `${next} when resumed`}
    />
  );
}

function NextIn({ number, at }: { number: string; at: string }) {
  return (
    <>
      {number} <Countdown to={at} />
    </>
  );
}

type PointProps = { mark: ReactNode; ink: string; words: ReactNode; way?: boolean };

function Point({ mark, ink, words, way = false }: PointProps) {
  return (
    <li className="flex items-start">
      {way && <Segment />}
      <span className="flex w-14 flex-col items-center gap-1 py-0.5 text-center">
        <Dot ink={ink}>{mark}</Dot>
        <span className="text-soft text-xs leading-4">{words}</span>
      </span>
    </li>
  );
}

function Dot({ ink, children }: { ink: string; children: ReactNode }) {
  return (
    <span
      className={`grid size-6 place-items-center rounded-full border-2 bg-raised [&_svg]:size-3 ${ink}`}
    >
      {children}
    </span>
  );
}

function Segment({ children }: { children?: ReactNode }) {
  return (
    <span className="-mx-3 flex w-13 flex-col items-center whitespace-nowrap text-faint text-xs leading-3">
      <span className="h-3.5">{children}</span>
      <span aria-hidden="true" className="h-px w-full bg-field/50" />
    </span>
  );
}
