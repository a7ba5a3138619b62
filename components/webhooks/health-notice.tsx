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

/** Notice about a webhook that is not healthy. */
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
            The circuit is open after too many failures. The next probe is sent{" "}
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

/** Next step for each state. */
function Remedy({ id, state }: { id: string; state: WebhookHealth["state"] }) {
  if (state === "paused" || state === "auto_paused") {
    return (
      <>
        <Link href={`/webhooks/${id}/test`} className={link}>
          Send a test event
        </Link>{" "}
        to check that the receiver responds, then{" "}
        <Link href={`/webhooks/${id}/settings`} className={link}>
          resume it
        </Link>
        .
      </>
    );
  }
  return (
    <>
      Open a delivery to read the response. Once the receiver is fixed,{" "}
      <Link href={`/webhooks/${id}/test`} className={link}>
        send a test event
      </Link>
      ; retries continue automatically.
    </>
  );
}
