"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { visible } from "@/components/body/visible";
import { causeMeanings } from "@/components/deliveries/cause-meanings";
import { Result } from "@/components/deliveries/result";
import { Ago } from "@/components/time/moment";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { textLink } from "@/components/ui/text-link";
import { type AttemptDetail, deliveryQueries } from "@/lib/deliveries/queries";
import type { Incident } from "@/lib/stats/queries";

type Props = { id: string; incident: Incident | undefined };

/** The latest failed attempt of an incident; without one, that of the latest delivery that was not accepted. */
export function LastFailure({ id, incident }: Props) {
  const latest = incident?.lastFailure;
  const { data: page, error } = useQuery({ ...deliveryQueries.undelivered(id), enabled: !latest });
  const deliveryId = latest?.deliveryId ?? page?.deliveries[0]?.id;
  return (
    <Card
      title="Last failure"
      actions={
        deliveryId && (
          <Link
            href={`/deliveries/${deliveryId}`}
            prefetch={false}
            className={`font-medium text-sm ${textLink}`}
          >
            Open delivery
          </Link>
        )
      }
    >
      {latest && <FailedAttempt deliveryId={latest.deliveryId} number={latest.attempt} />}
      {!latest && deliveryId && <Failure deliveryId={deliveryId} />}
      {page && !deliveryId && (
        <p className="text-soft">No failed or retrying deliveries in the log.</p>
      )}
      {!page && !latest && !error && <Skeleton className="h-24 w-full" />}
      {error && !page && !latest && <p className="text-bad">{error.message}</p>}
    </Card>
  );
}

function Failure({ deliveryId }: { deliveryId: string }) {
  const { data: delivery, error } = useQuery(deliveryQueries.one(deliveryId));
  const attempt = delivery?.attemptLog.find(({ cause }) => cause !== undefined);
  if (attempt) return <FailedAttempt deliveryId={deliveryId} number={attempt.number} />;
  if (error) return <p className="text-bad">{error.message}</p>;
  if (delivery) return <p className="text-soft">The failed attempt is no longer in the log.</p>;
  return <Skeleton className="h-24 w-full" />;
}

function FailedAttempt({ deliveryId, number }: { deliveryId: string; number: number }) {
  const { data: attempt, error } = useQuery(deliveryQueries.attempt(deliveryId, number));
  if (!attempt) {
    if (error) return <p className="text-bad">{error.message}</p>;
    return <Skeleton className="h-24 w-full" />;
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Result outcome={attempt} />
        <span className="text-faint text-sm">
          <Ago at={attempt.startedAt} />
        </span>
      </p>
      <Answer attempt={attempt} />
    </div>
  );
}

const shownLength = 600;

function Answer({ attempt: { response, error, cause } }: { attempt: AttemptDetail }) {
  if (!response?.body || response.encoding === "base64") {
    return (
      <p className="wrap-anywhere text-soft text-sm">{error ?? (cause && causeMeanings[cause])}</p>
    );
  }
  const { body, truncated } = response;
  const isCut = truncated || body.length > shownLength;
  return (
    <pre
      dir="ltr"
      className="wrap-anywhere max-h-40 overflow-hidden whitespace-pre-wrap rounded-md border border-line bg-sunken p-3 font-mono text-xs leading-5"
    >
      {visible(body.slice(0, shownLength))}
      {isCut && "…"}
    </pre>
  );
}
