"use client";

import { useQuery } from "@tanstack/react-query";
import {
  CircleCheck,
  CirclePause,
  CirclePlay,
  Hourglass,
  type LucideIcon,
  OctagonX,
  SlidersHorizontal,
  Snail,
  Zap,
  ZapOff,
} from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { actionWords } from "@/components/audit/action-words";
import { ChangeSummary } from "@/components/audit/change";
import { retryAllLink } from "@/components/replays/replay-verb";
import { Moment } from "@/components/time/moment";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { textLink } from "@/components/ui/text-link";
import type { OperationalEventKind } from "@/db/alert-kinds";
import { type AuditEntry, auditQueries } from "@/lib/audit/queries";
import {
  latestCount,
  type OperationalEvent,
  operationalEventQueries,
} from "@/lib/operational-events/queries";
import { useMay } from "@/lib/session/queries";

type Look = { word: string; icon: LucideIcon; ink: string };

const looks: Record<OperationalEventKind, Look> = {
  "webhook.failing": { word: "Failing", icon: OctagonX, ink: "text-bad" },
  "webhook.recovered": { word: "Recovered", icon: CircleCheck, ink: "text-good" },
  "webhook.circuit_opened": { word: "Circuit opened", icon: ZapOff, ink: "text-bad" },
  "webhook.circuit_closed": { word: "Circuit closed", icon: Zap, ink: "text-good" },
  "webhook.slow": { word: "Slow", icon: Snail, ink: "text-warn" },
  "webhook.quick": { word: "Fast again", icon: Hourglass, ink: "text-good" },
  "webhook.paused": { word: "Paused", icon: CirclePause, ink: "text-faint" },
  "webhook.auto_paused": { word: "Auto-paused", icon: CirclePause, ink: "text-warn" },
  "webhook.gone": { word: "Paused after 410 Gone", icon: CirclePause, ink: "text-warn" },
  "webhook.resumed": { word: "Resumed", icon: CirclePlay, ink: "text-good" },
};

/** Latest changes of a webhook: health, circuit and pauses, and for administrators those of its settings. */
export function History({ id }: { id: string }) {
  const { data, error } = useQuery(operationalEventQueries.latest(id));
  const isAdmin = useMay("admin");
  const { data: audited } = useQuery({ ...auditQueries.changes(id), enabled: isAdmin });
  const entries = [
    ...(data?.operationalEvents ?? []).map(healthEntry),
    ...(audited?.entries ?? []).map(changeEntry),
  ]
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, latestCount);
  return (
    <Card
      title="History"
      actions={
        isAdmin && (
          <Link
            href={`/audit?webhook=${id}`}
            prefetch={false}
            className={`font-medium text-sm ${textLink}`}
          >
            Open audit log
          </Link>
        )
      }
    >
      {data && entries.length === 0 && (
        <p className="text-soft">Failures, circuit changes, pauses and changes appear here.</p>
      )}
      {data && entries.length > 0 && (
        <ol className="grid grid-cols-1 gap-3">
          {entries.map((entry) => (
            <Change key={entry.id} id={id} entry={entry} />
          ))}
        </ol>
      )}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {error && !data && <p className="text-bad">{error.message}</p>}
    </Card>
  );
}

type Entry = Look & {
  id: string;
  at: string;
  /** Person or key. */
  by: string | undefined;
  text: ReactNode;
  /** Start of the failures that can be retried. */
  failingSince?: string | undefined;
};

function healthEntry(event: OperationalEvent): Entry {
  const { id, kind, reason, createdAt, actor, details } = event;
  const began = typeof details.failingSince === "string" ? details.failingSince : createdAt;
  const failingSince = kind === "webhook.failing" ? began : undefined;
  return { ...looks[kind], id, at: createdAt, by: actor?.name, text: reason, failingSince };
}

function changeEntry(entry: AuditEntry): Entry {
  const { id, action, createdAt, actor } = entry;
  const look = { word: actionWords[action], icon: SlidersHorizontal, ink: "text-faint" };
  return { ...look, id, at: createdAt, by: actor.name, text: <ChangeSummary entry={entry} /> };
}

function Change({ id, entry }: { id: string; entry: Entry }) {
  const may = useMay("deliveries:write");
  const { word, icon: Icon, ink, at, by, text, failingSince } = entry;
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2.5">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 ${ink}`} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{word}</span>
          {by && <span className="wrap-anywhere text-sm">by {by}</span>}
          <span className="text-faint text-sm">
            <Moment at={at} />
          </span>
          {failingSince && may && (
            <Link
              href={retryAllLink(id, failingSince)}
              prefetch={false}
              className="tap-area rounded-sm text-accent text-sm underline-offset-2 hover:underline"
            >
              Retry since then…
            </Link>
          )}
        </p>
        <p
          className="wrap-anywhere line-clamp-2 text-soft text-sm"
          title={typeof text === "string" ? text : undefined}
        >
          {text}
        </p>
      </div>
    </li>
  );
}
