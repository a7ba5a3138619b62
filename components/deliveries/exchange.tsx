"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { ProblemCard } from "@/components/page/problem-card";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Moment } from "@/components/time/moment";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { auditQueries } from "@/lib/audit/queries";
import { type Attempt, type DeliveryDetail, deliveryQueries } from "@/lib/deliveries/queries";
import { dot, formatDuration } from "@/lib/format";
import { sessionQueries } from "@/lib/session/queries";
import { Collapsed } from "./collapsed";
import { RequestPart } from "./request-part";
import { ResponsePart } from "./response-part";
import { Result } from "./result";
import { TimingPart } from "./timing-part";
import { attemptTriggers } from "./trigger-words";

type Props = {
  delivery: DeliveryDetail;
  attempt: Attempt;
  /** Moves to the next newer (+1) or older (−1) attempt. */
  step: (by: 1 | -1) => void;
};

/** One attempt: the response first, then the request and the timing. */
export function Exchange({ delivery, attempt, step }: Props) {
  const { number } = attempt;
  const { data, failure } = useStableQuery(useQuery(deliveryQueries.attempt(delivery.id, number)));
  const fileName = `delivery-${delivery.id}-${number}`;
  return (
    <section aria-label={`Attempt ${number}`} className="grid min-w-0 grid-cols-1 gap-5">
      {failure && !data && (
        <ProblemCard what={`Attempt ${number} could not be loaded`} {...failure} />
      )}
      <Titled
        name="Response"
        beside={
          <>
            <Result outcome={attempt} />
            <Origin delivery={delivery} attempt={attempt} />
            <Stepper delivery={delivery} number={number} step={step} />
          </>
        }
      >
        {data && <ResponsePart attempt={data} fileName={`${fileName}-response`} />}
        {!data && !failure && <Skeleton className="h-60 w-full rounded-md" />}
      </Titled>
      {data && (
        <Titled name="Request">
          <RequestPart attempt={data} fileName={`${fileName}-request`} />
        </Titled>
      )}
      {data && (
        <Collapsed id="exchange-Timing" title="Timing" figure={formatDuration(data.durationMs)}>
          <TimingPart attempt={data} />
        </Collapsed>
      )}
    </section>
  );
}

type TitledProps = {
  name: "Response" | "Request";
  beside?: ReactNode;
  children: ReactNode;
};

function Titled({ name, beside, children }: TitledProps) {
  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex min-h-7 flex-wrap items-center gap-x-3 text-sm">
        <h2
          id={`exchange-${name}`}
          tabIndex={-1}
          className="scroll-mt-16 rounded-sm font-semibold text-base outline-offset-4"
        >
          {name}
        </h2>
        {beside}
      </div>
      {children}
    </div>
  );
}

/** Moves the focus to a part of the attempt. */
export function focusPart(name: "Response" | "Request" | "Timing"): void {
  const title = document.getElementById(`exchange-${name}`);
  const details = title?.closest("details");
  if (details) details.open = true;
  title?.focus();
}

type OriginProps = { delivery: DeliveryDetail; attempt: Attempt };

/** When and why the attempt was made; for a resend, by whom. */
function Origin({ delivery, attempt }: OriginProps) {
  return (
    <span className="text-soft">
      <Moment at={attempt.startedAt} />
      {attempt.trigger !== "event" && `${dot}${attemptTriggers[attempt.trigger]}`}
      {attempt.trigger === "resend" && <ResentBy deliveryId={delivery.id} attempt={attempt} />}
    </span>
  );
}

type StepperProps = { delivery: DeliveryDetail; number: number; step: (by: 1 | -1) => void };

function Stepper({ delivery: { attemptLog }, number, step }: StepperProps) {
  const newest = attemptLog[0]?.number ?? number;
  const oldest = attemptLog.at(-1)?.number ?? number;
  return (
    <span className="ml-auto flex items-center gap-0.5 text-soft tabular-nums print:hidden">
      {newest === number && attemptLog.length > 1 ? "Last attempt" : `Attempt ${number}`}
      {attemptLog.length > 1 && (
        <>
          {/* `aria-disabled` keeps the focus at an end of the list. */}
          <IconButton
            icon={ChevronLeft}
            name="Previous attempt"
            shortcut="["
            aria-disabled={number === oldest || undefined}
            onClick={() => number !== oldest && step(-1)}
          />
          <IconButton
            icon={ChevronRight}
            name="Next attempt"
            shortcut="]"
            aria-disabled={number === newest || undefined}
            onClick={() => number !== newest && step(1)}
          />
        </>
      )}
    </span>
  );
}

/** Tolerance between the clocks of the database and a worker. */
const skewMs = 2000;

type ResentByProps = { deliveryId: string; attempt: Attempt };

/** The actor that requested a resend; requires access to the audit log. */
function ResentBy({ deliveryId, attempt: { number, startedAt } }: ResentByProps) {
  const { data: session } = useQuery(sessionQueries.current());
  const { data } = useQuery({
    ...auditQueries.resends(deliveryId, number),
    enabled: session?.scopes.includes("admin") ?? false,
  });
  const until = Date.parse(startedAt) + skewMs;
  const entry = data?.entries.find(({ createdAt }) => Date.parse(createdAt) <= until);
  if (!entry?.actor.name) return null;
  return (
    <span className="wrap-anywhere">
      {" "}
      by {entry.actor.kind === "key" ? "key " : ""}
      {entry.actor.name}
    </span>
  );
}
