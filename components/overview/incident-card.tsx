"use client";

import { CircleCheck, CirclePause, OctagonX, TriangleAlert } from "lucide-react";
import { incidentLogLink } from "@/components/replays/replay-verb";
import { MiniBars } from "@/components/stats/mini-bars";
import { Ago } from "@/components/time/moment";
import { useNowSelector } from "@/components/time/use-now";
import { useTimes } from "@/components/time/zone";
import { Badge } from "@/components/ui/badge";
import { CutMiddle } from "@/components/ui/cut-middle";
import { Explanation } from "@/components/ui/explanation";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { escapeUnseen, formatCount, formatPlural, formatTarget } from "@/lib/format";
import type { Incident } from "@/lib/stats/queries";
import { IncidentActions, type IncidentHandlers } from "./incident-actions";
import { amountInShort, causeInShort } from "./words";

const kinds = {
  failing: { word: "Failing", tone: "bad", icon: OctagonX },
  resting: { word: "Failing", tone: "bad", icon: OctagonX },
  degraded: { word: "Degraded", tone: "warn", icon: TriangleAlert },
  auto_paused: { word: "Auto-paused", tone: "warn", icon: CirclePause },
  paused: { word: "Paused", tone: "idle", icon: CirclePause },
  ended: { word: "Incident ended", tone: "idle", icon: CircleCheck },
} as const;

type IncidentProps = IncidentHandlers & {
  incident: Incident;
  /** Short names of all causes, most frequent first. */
  causes: string[];
  /** Paused on this card a moment ago. */
  pausedHere: boolean;
  /** Has no incident any more; the card is only kept in place. */
  ended: boolean;
};

/** A webhook with an incident, in two lines: cause and start, last response, undelivered deliveries, actions. */
export function IncidentCard(props: IncidentProps) {
  const { incident, causes } = props;
  const { callbackUrl, label, since, restsUntil } = incident;
  const kind = kindNow(props);
  const { word, ...look } = kinds[kind];
  const rests = kind === "resting";
  return (
    <article className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-3 py-2 transition-colors hover:bg-hover lg:max-xl:grid-flow-col lg:max-xl:grid-cols-[minmax(0,1fr)_6.5rem_15.75rem] lg:max-xl:grid-rows-2 xl:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_6.5rem_4.5rem_15.75rem]">
      <div className="min-w-0 max-lg:col-span-2">
        {/* One line high: the probe is left out where the name needs the room. */}
        <div className="flex h-5.5 flex-wrap items-center gap-x-2 overflow-hidden">
          <span className="flex min-w-0 max-w-full items-center gap-2">
            <Badge {...look}>{word}</Badge>
            <HoverPrefetchLink
              href={incidentLogLink(incident)}
              title={escapeUnseen(callbackUrl)}
              className="min-w-0 rounded-sm font-semibold underline-offset-2 after:absolute after:inset-0 hover:underline"
            >
              <h3>
                <CutMiddle text={label || formatTarget(callbackUrl)} />
              </h3>
              <span className="sr-only">: open its undelivered deliveries in the log</span>
            </HoverPrefetchLink>
          </span>
          {rests && restsUntil && (
            <span
              className="ml-auto whitespace-nowrap text-faint text-xs leading-5.5"
              title={restWords}
            >
              probe <Ago at={restsUntil} />
            </span>
          )}
        </div>
        <p className="truncate text-soft text-sm">
          {causes.length > 0 && <>{causes.join(", ")} · </>}
          {kind === "paused" && "failing "}
          {kind === "ended" ? "began" : "since"} <Start at={since} /> (<Ago at={since} />)
        </p>
      </div>
      <LastFailure incident={incident} />
      {kind === "ended" ? <div /> : <Undelivered incident={incident} rests={rests} />}
      <div className="justify-self-end">
        <MiniBars
          values={incident.missed}
          label={`${formatPlural(incident.waiting + incident.failed, "delivery", "deliveries")} waiting or failed, by hour, last 24 h`}
        />
      </div>
      <IncidentActions {...props} />
    </article>
  );
}

/** State of the card: a paused webhook has no incident, and one that is kept in place may have none any more. */
function kindNow({ incident, pausedHere, ended }: IncidentProps): keyof typeof kinds {
  if (pausedHere) return "paused";
  return ended ? "ended" : incident.kind;
}

function Start({ at }: { at: string }) {
  const { since, exact } = useTimes();
  const start = useNowSelector((now) => since(at, now));
  return (
    <time dateTime={at} title={exact(at)}>
      {start}
    </time>
  );
}

/** The latest failure in a line, as a link to its delivery. */
function LastFailure({ incident: { lastFailure, failure } }: { incident: Incident }) {
  const shape = "min-w-0 max-lg:col-span-2";
  if (!lastFailure) return <p className={`truncate text-soft text-sm ${shape}`}>{failure}</p>;
  const { deliveryId, statusCode, excerpt, error } = lastFailure;
  return (
    <p className={`relative ${shape}`}>
      <HoverPrefetchLink
        href={`/deliveries/${deliveryId}`}
        className="tap group block rounded-sm"
        title={excerpt ?? error}
      >
        <span className="block text-faint text-xs leading-5">
          {statusCode === undefined ? "Last error" : `Last response · HTTP ${statusCode}`}
        </span>
        <span
          className={`block truncate group-hover:underline ${excerpt ? "font-mono text-xs leading-5" : "text-sm"}`}
        >
          {excerpt ?? error ?? "Empty body"}
        </span>
      </HoverPrefetchLink>
    </p>
  );
}

const amountWords = "Deliveries that wait for an attempt, and those that failed for good";
const restWords = "The circuit is open: only tests and resends are sent until the next probe";

type UndeliveredProps = { incident: Incident; rests: boolean };

/** Deliveries that the receiver has not accepted since the incident began. */
function Undelivered({ incident: { waiting, failed }, rests }: UndeliveredProps) {
  return (
    <div className="flex items-center gap-1 pointer-coarse:pb-1.5 lg:justify-end">
      <p title={amountWords} className="text-right max-lg:flex max-lg:gap-2 max-lg:text-left">
        <Amount of={waiting} word="waiting" />
        {failed > 0 && <Amount of={failed} word="failed" />}
      </p>
      {/* Above the link that covers the card. */}
      <Explanation of="undelivered deliveries" className="relative">
        <p>{amountWords}.</p>
        {rests && <p>{restWords}.</p>}
      </Explanation>
    </div>
  );
}

function Amount({ of, word }: { of: number; word: string }) {
  return (
    <span className="block whitespace-nowrap text-faint text-xs leading-5">
      <span title={formatCount(of)} className="font-semibold text-ink text-sm tabular-nums">
        {amountInShort(of)}
      </span>{" "}
      {word}
    </span>
  );
}

export function causesOf(incidents: readonly Incident[]): string[] {
  const causes = incidents.flatMap(({ cause, statusCode }) =>
    cause ? [causeInShort(cause, statusCode)] : [],
  );
  return [...new Set(causes)];
}
