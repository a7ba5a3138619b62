"use client";

import { useQuery } from "@tanstack/react-query";
import {
  CircleCheck,
  CirclePause,
  CirclePlay,
  Hourglass,
  type LucideIcon,
  OctagonX,
  Snail,
  Zap,
  ZapOff,
} from "lucide-react";
import Link from "next/link";
import { retryAllLink } from "@/components/replays/replay-verb";
import { Moment } from "@/components/time/moment";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { OperationalEventKind } from "@/db/enums";
import { type OperationalEvent, operationalEventQueries } from "@/lib/operational-events/queries";
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

/** Latest changes of a webhook's health, circuit and pauses. */
export function History({ id }: { id: string }) {
  const { data, error } = useQuery(operationalEventQueries.latest(id));
  return (
    <Card title="Health history">
      {data?.operationalEvents.length === 0 && (
        <p className="text-soft">Failures, circuit changes and pauses appear here.</p>
      )}
      {data && data.operationalEvents.length > 0 && (
        <ol className="grid grid-cols-1 gap-3">
          {data.operationalEvents.map((event) => (
            <Change key={event.id} event={event} />
          ))}
        </ol>
      )}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {error && !data && <p className="text-bad">{error.message}</p>}
    </Card>
  );
}

function Change({
  event: { kind, reason, createdAt, webhookId, details },
}: {
  event: OperationalEvent;
}) {
  const may = useMay("deliveries:write");
  const { word, icon: Icon, ink } = looks[kind];
  const began = typeof details.failingSince === "string" ? details.failingSince : createdAt;
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2.5">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 ${ink}`} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{word}</span>
          <span className="text-faint text-sm">
            <Moment at={createdAt} />
          </span>
          {kind === "webhook.failing" && may && (
            <Link
              href={retryAllLink(webhookId, began)}
              prefetch={false}
              className="rounded-sm text-accent text-sm underline-offset-2 hover:underline"
            >
              Retry since then…
            </Link>
          )}
        </p>
        <p className="wrap-anywhere line-clamp-2 text-soft text-sm" title={reason}>
          {reason}
        </p>
      </div>
    </li>
  );
}
