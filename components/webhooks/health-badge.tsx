"use client";

import { useQuery } from "@tanstack/react-query";
import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  Clock,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
} from "lucide-react";
import { useFallback } from "@/components/live/use-live-state";
import { Since } from "@/components/time/moment";
import { Badge, type Tone } from "@/components/ui/badge";
import { healthQueries, type WebhookHealth } from "@/lib/health/queries";

/** A webhook's health in a word. */
export const healthWords: Record<
  WebhookHealth["state"],
  { word: string; tone: Tone; icon: LucideIcon }
> = {
  healthy: { word: "Healthy", tone: "good", icon: CircleCheck },
  degraded: { word: "Degraded", tone: "warn", icon: TriangleAlert },
  late: { word: "Late", tone: "warn", icon: Clock },
  failing: { word: "Failing", tone: "bad", icon: OctagonX },
  paused: { word: "Paused", tone: "idle", icon: CirclePause },
  auto_paused: { word: "Auto-paused", tone: "warn", icon: CirclePause },
  no_traffic: { word: "No traffic", tone: "idle", icon: CircleDashed },
};

export function HealthBadge({ state }: { state: WebhookHealth["state"] }) {
  const { word, ...look } = healthWords[state];
  return <Badge {...look}>{word}</Badge>;
}

const everyMs = 5000;

/** Health of a webhook and since when. */
export function HealthOf({ id }: { id: string }) {
  const refetchInterval = useFallback(everyMs);
  const { data } = useQuery({ ...healthQueries.one(id), refetchInterval });
  if (!data) return null;
  return (
    <span className="flex items-center gap-2">
      <HealthBadge state={data.state} />
      {data.since && (
        <span className="text-soft text-sm max-sm:hidden">
          since <Since at={data.since} />
        </span>
      )}
    </span>
  );
}
