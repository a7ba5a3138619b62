"use client";

import {
  ChevronRight,
  CirclePause,
  Hourglass,
  OctagonX,
  Pause,
  RotateCw,
  TriangleAlert,
} from "lucide-react";
import Link from "next/link";
import { logLink } from "@/components/deliveries/log-link";
import { Ago, Since } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { formatCount, formatTarget } from "@/lib/format";
import { useMay } from "@/lib/session/queries";
import { useUpdateSettings } from "@/lib/settings/queries";
import type { Incident } from "@/lib/stats/queries";
import { causeInShort } from "./words";

const kinds = {
  failing: { word: "Failing", tone: "bad", icon: OctagonX },
  resting: { word: "Failing, circuit open", tone: "bad", icon: Hourglass },
  degraded: { word: "Degraded", tone: "warn", icon: TriangleAlert },
  auto_paused: { word: "Auto-paused", tone: "warn", icon: CirclePause },
  paused: { word: "Paused", tone: "idle", icon: CirclePause },
} as const;

type Props = {
  incident: Incident;
  /** Paused on this card a moment ago. */
  pausedHere: boolean;
  /** Called before the change is requested: the list keeps its cards in place. */
  onAct: () => void;
  onPaused: () => void;
  onResumed: () => void;
};

/** A failing webhook with cause, start and count. The whole card links to its failed deliveries. */
export function IncidentCard(props: Props) {
  const { incident, pausedHere } = props;
  const { kind, callbackUrl, label, webhookId, cause, since } = incident;
  const { word, ...look } = kinds[pausedHere ? "paused" : kind];
  const filter = { webhook: webhookId, cause, from: minuteBefore(since) };
  return (
    <article
      className={`relative flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-raised py-3 pr-3 pl-4 shadow-low transition-colors hover:bg-hover ${look.tone === "bad" ? "border-bad/40" : "border-warn/40"}`}
    >
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge {...look}>{word}</Badge>
          <Link
            href={logLink({ status: "failed,retrying", ...filter })}
            className="wrap-anywhere rounded-sm font-semibold underline-offset-2 after:absolute after:inset-0 hover:underline"
          >
            {label || formatTarget(callbackUrl)}
            <span className="sr-only">: open its failed deliveries in the log</span>
          </Link>
          <Count incident={incident} />
        </p>
        <p className="wrap-anywhere mt-1 line-clamp-2 text-soft text-sm">
          Since <Since at={since} /> (<Ago at={since} />)
          <Failure incident={incident} pausedHere={pausedHere} />
        </p>
      </div>
      <div className="relative flex flex-wrap items-center gap-2">
        <Actions
          {...props}
          retry={logLink({ status: "failed,retrying", ...filter }, "/replays/new")}
        />
        <ChevronRight aria-hidden="true" className="size-4 text-faint max-sm:hidden" />
      </div>
    </article>
  );
}

function Count({ incident: { cause, statusCode, count } }: { incident: Incident }) {
  if (!cause || count === 0) return null;
  return (
    <span className="whitespace-nowrap text-sm tabular-nums">
      {causeInShort(cause, statusCode)}
      <span className="sr-only">, {formatCount(count)} times</span>
      <span aria-hidden="true" className="ml-1.5 font-semibold text-bad">
        ×{formatCount(count)}
      </span>
    </span>
  );
}

function Failure({ incident, pausedHere }: Pick<Props, "incident" | "pausedHere">) {
  const { failure, kind, restsUntil } = incident;
  return (
    <>
      {failure && <> · {failure.replace(/\.$/, "")}</>}
      {kind === "resting" && restsUntil && !pausedHere && (
        <>
          {" "}
          · next attempt <Ago at={restsUntil} />
        </>
      )}
      {(kind === "auto_paused" || pausedHere) && <> · new events wait until it is resumed</>}
    </>
  );
}

/** Actions, above the link that spans the card. */
function Actions(props: Props & { retry: string }) {
  const { incident, retry, pausedHere, onAct, onPaused, onResumed } = props;
  const { webhookId, callbackUrl, label, kind } = incident;
  const [mayPause, mayResend] = [useMay("webhooks:write"), useMay("deliveries:write")];
  const update = useUpdateSettings(webhookId);
  const pausing = kind !== "auto_paused" && !pausedHere;
  const name = label || formatTarget(callbackUrl);
  // The card may unmount before the response, which would drop a callback of the mutation.
  const change = () => {
    onAct();
    return update.mutateAsync({ paused: pausing }).then(pausing ? onPaused : onResumed, () => {});
  };
  return (
    <>
      {update.error && (
        <span role="alert" className="text-bad text-sm">
          {update.error.message}
        </span>
      )}
      {mayPause && (
        <Button size="small" disabled={update.isPending} onClick={() => void change()}>
          {pausing ? <Pause aria-hidden="true" /> : <RotateCw aria-hidden="true" />}
          {pausing ? "Pause" : "Resume"}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
      {mayResend && (
        <ButtonLink size="small" href={retry} prefetch={false}>
          Retry all…<span className="sr-only"> at {name}</span>
        </ButtonLink>
      )}
    </>
  );
}

/** The log goes by creation time, which is a little before the failure. */
function minuteBefore(iso: string): string {
  const minuteMs = 60_000;
  return new Date((Math.floor(Date.parse(iso) / minuteMs) - 1) * minuteMs).toISOString();
}
