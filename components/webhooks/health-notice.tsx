"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useFallback } from "@/components/live/use-live-state";
import { Ago, Since } from "@/components/time/moment";
import { Notice } from "@/components/ui/notice";
import { formatPlural } from "@/lib/format";
import { healthQueries, type WebhookHealth } from "@/lib/health/queries";
import { HealthBadge, healthWords } from "./health-badge";

const everyMs = 5000;

export function HealthOf({ id }: { id: string }) {
  const refetchInterval = useFallback(everyMs);
  const { data } = useQuery({ ...healthQueries.one(id), refetchInterval });
  return data ? <HealthBadge state={data.state} /> : null;
}

const tones: Partial<Record<WebhookHealth["state"], "bad" | "warn" | "info">> = {
  failing: "bad",
  degraded: "warn",
  auto_paused: "warn",
  paused: "info",
};

/** Said only when there is something to say. */
export function HealthNotice({ id }: { id: string }) {
  const refetchInterval = useFallback(everyMs);
  const { data } = useQuery({ ...healthQueries.one(id), refetchInterval });
  const tone = data && tones[data.state];
  if (!data || !tone) return null;
  const { since, reason, backlog, state, restsUntil } = data;
  return (
    <div className="mb-6">
      <Notice
        tone={tone}
        title={
          <>
            {healthWords[state].word}
            {since && (
              <>
                {" "}
                since <Since at={since} />, <Ago at={since} />
              </>
            )}
          </>
        }
      >
        <p>
          {reason}{" "}
          {backlog > 0 && `${formatPlural(backlog, "delivery", "deliveries")} not finished.`}
        </p>
        {restsUntil && (
          <p className="mt-1">
            So much failed that it is left in peace; one delivery tries again{" "}
            <Ago at={restsUntil} />.
          </p>
        )}
        <p className="mt-1">
          <strong className="font-medium text-ink">What to do:</strong>{" "}
          <Remedy id={id} state={state} />
        </p>
      </Notice>
    </div>
  );
}

const link = "rounded-sm font-medium text-accent underline underline-offset-2";

/** How it gets well again: what waits for a person, and what goes on by itself. */
function Remedy({ id, state }: { id: string; state: WebhookHealth["state"] }) {
  if (state === "paused" || state === "auto_paused") {
    return (
      <>
        <Link href={`/webhooks/${id}/test`} className={link}>
          Send a test event
        </Link>{" "}
        to see whether the receiver answers, then{" "}
        <Link href={`/webhooks/${id}/settings`} className={link}>
          resume it
        </Link>
        .
      </>
    );
  }
  return (
    <>
      Open a delivery to read what the receiver answered. Once that is mended,{" "}
      <Link href={`/webhooks/${id}/test`} className={link}>
        send a test event
      </Link>
      ; retries go on by themselves.
    </>
  );
}
