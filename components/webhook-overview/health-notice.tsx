"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { remedyFor } from "@/components/deliveries/cause-remedies";
import { logLink, minuteOf } from "@/components/deliveries/log-link";
import { amountInShort } from "@/components/overview/words";
import { retryIncidentLink, undelivered } from "@/components/replays/replay-verb";
import { Ago, Since } from "@/components/time/moment";
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

type Props = { id: string; incident: Incident | undefined };

/** Notice about a webhook that is not healthy: what is wrong, since when, and what to do. */
export function HealthNotice({ id, incident }: Props) {
  const { data: health } = useQuery(healthQueries.notice(id));
  const { data: settings } = useQuery(settingsQueries.one(id));
  const tone = health && tones[health.state];
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
      <Actions id={id} incident={incident} isChangeable={limit?.isChangeable} />
    </Notice>
  );
}

/** `isChangeable`: another limit would help. */
function Actions({ id, incident, isChangeable }: Props & { isChangeable: boolean | undefined }) {
  const mayRetry = useMay("deliveries:write");
  const mayLimit = useMay("webhooks:write");
  const unsent = incident ? incident.waiting + incident.failed : 0;
  return (
    <p className="mt-2.5 flex flex-wrap gap-2 empty:hidden">
      {incident && mayRetry && unsent > 0 && (
        <ButtonLink size="small" href={retryIncidentLink(incident)}>
          <RotateCw aria-hidden="true" />
          <span>
            Retry all {amountInShort(unsent)} since <Since at={incident.countedFrom} />
          </span>
        </ButtonLink>
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
      {/* A late webhook does not fail now, though attempts of the last day may have. */}
      {cause &&
        state !== "late" &&
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
