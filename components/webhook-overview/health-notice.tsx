"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { remedyFor } from "@/components/deliveries/cause-remedies";
import { logLink, minuteOf } from "@/components/deliveries/log-link";
import { amountInShort } from "@/components/overview/words";
import { undelivered } from "@/components/replays/replay-verb";
import { useIsRetrying } from "@/components/replays/watched-replays";
import { Ago, Since } from "@/components/time/moment";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { healthWords } from "@/components/webhooks/health-badge";
import { causeNames } from "@/lib/deliveries/cause-names";
import { dot } from "@/lib/format";
import { healthQueries, type WebhookHealth } from "@/lib/health/queries";
import { useMay } from "@/lib/session/queries";
import { settingsQueries } from "@/lib/settings/queries";
import type { Incident } from "@/lib/stats/queries";
import { withinSentence } from "@/lib/words";
import { limitAdvice } from "./limit-advice";

const tones: Partial<Record<WebhookHealth["state"], "bad" | "warn" | "info">> = {
  failing: "bad",
  degraded: "warn",
  late: "warn",
  auto_paused: "warn",
  paused: "info",
};

// Follows the page.
const IncidentRetry = dynamic(
  () => import("@/components/replays/incident-retry").then((made) => made.IncidentRetry),
  { ssr: false },
);

type Props = { id: string; incident: Incident | undefined };

/** Notice about a webhook that is not healthy: what is wrong, since when, and what to do. Below it, its retries. */
export function HealthNotice({ id, incident }: Props) {
  const { data: health } = useQuery(healthQueries.notice(id));
  const [retried, setRetried] = useState<Incident>();
  return (
    <>
      {health && <Trouble {...{ id, incident, health }} onRetry={() => setRetried(incident)} />}
      <IncidentRetry incident={retried} webhook={id} close={() => setRetried(undefined)} />
    </>
  );
}

type TroubleProps = Props & { health: WebhookHealth; onRetry: () => void };

function Trouble({ id, incident, health, onRetry }: TroubleProps) {
  const { data: settings } = useQuery(settingsQueries.one(id));
  const tone = tones[health.state];
  if (!tone) return null;
  const { since, reason, state, restsUntil, lateBy } = health;
  const limit = lateBy && limitAdvice(lateBy, settings);
  const known = incident?.cause ? incident : health;
  return (
    <Notice tone={tone} title={<Title state={state} known={known} since={since} />}>
      <p>
        {reason}
        {restsUntil && (
          <>
            {" "}
            The circuit is open. Next probe: <Ago at={restsUntil} />.
          </>
        )}
      </p>
      {state !== "late" && <p className="mt-1 text-ink">{adviceFor(state, known)}</p>}
      {limit && <p className="mt-1 text-ink">{limit.words}</p>}
      <Actions {...{ id, incident, onRetry }} isChangeable={limit?.isChangeable} />
    </Notice>
  );
}

type ActionsProps = Props & {
  onRetry: () => void;
  /** Another limit would help. */
  isChangeable: boolean | undefined;
};

function Actions({ id, incident, onRetry, isChangeable }: ActionsProps) {
  const mayRetry = useMay("deliveries:write");
  const mayLimit = useMay("webhooks:write");
  const isRetrying = useIsRetrying(id);
  const unsent = incident ? incident.waiting + incident.failed : 0;
  return (
    <p className="mt-2.5 flex flex-wrap gap-2 empty:hidden">
      {incident && mayRetry && unsent > 0 && (
        <Button size="small" busy={isRetrying} onClick={onRetry}>
          <RotateCw aria-hidden="true" />
          {isRetrying ? (
            "Retrying…"
          ) : (
            <span>
              Retry all {amountInShort(unsent)} since <Since at={incident.countedFrom} />
            </span>
          )}
        </Button>
      )}
      {incident && (
        <ButtonLink look="quiet" size="small" href={failuresSince(id, incident.countedFrom)}>
          Show failures
        </ButtonLink>
      )}
      {isChangeable && mayLimit && (
        <ButtonLink size="small" href={`/webhooks/${id}/settings#limits`}>
          Change limits
        </ButtonLink>
      )}
    </p>
  );
}

/** Most frequent cause of the failures: of the open incident, else of the last day. */
type Known = Pick<WebhookHealth, "cause" | "statusCode">;
type TitleProps = { state: WebhookHealth["state"]; since: string | undefined; known: Known };

function Title({ state, since, known: { cause, statusCode } }: TitleProps) {
  return (
    <>
      {healthWords[state].word}
      {/* A webhook that is late or that a person paused does not fail now, though attempts of the last day may have. */}
      {cause &&
        state !== "late" &&
        state !== "paused" &&
        `: ${statusCode ? `HTTP ${statusCode}, ` : ""}${withinSentence(causeNames[cause])}`}
      {since && (
        <span className="font-normal text-soft">
          {dot}
          <Ago at={since} />
        </span>
      )}
    </>
  );
}

/** Next step against trouble: by the cause where it is known, else by the state. */
function adviceFor(state: WebhookHealth["state"], { cause, statusCode }: Known): string {
  if (state === "paused") return "Send a test to check that the receiver responds, then resume.";
  if (cause === "gone")
    return "Change its callback URL or delete the webhook. If 410 was a mistake, send a test, then resume.";
  const remedy = cause ? remedyFor(cause, statusCode) : "The last failure below says why.";
  return state === "auto_paused"
    ? `${remedy} Send a test, then resume.`
    : `${remedy} Retries continue automatically.`;
}

function failuresSince(id: string, since: string): string {
  const filter = { status: undelivered, from: minuteOf(since) };
  return logLink(filter, `/webhooks/${id}/deliveries`);
}
