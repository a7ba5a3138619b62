"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, type LucideIcon, OctagonX, TriangleAlert } from "lucide-react";
import { StalePill } from "@/components/live/stale-pill";
import { useDataTime } from "@/components/live/use-data-time";
import type { Tone } from "@/components/ui/badge";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { healthQueries } from "@/lib/health/queries";
import { useSeesAll } from "@/lib/session/queries";
import { systemQueries } from "@/lib/system/queries";
import { FailingIcon } from "./failing-icon";
import { type HealthSummary, queueSummary, receiversSummary } from "./health-summary";

const everyMs = 15_000;
/** While the queue has a problem: as the page System, so that both agree. */
const problemEveryMs = 5000;
const looks: Record<Tone, { shape: string; icon: LucideIcon }> = {
  good: { shape: "text-good hover:bg-good-wash", icon: CircleCheck },
  warn: { shape: "bg-warn-wash text-warn", icon: TriangleAlert },
  bad: { shape: "bg-bad-wash text-bad", icon: OctagonX },
  busy: { shape: "text-busy", icon: CircleDashed },
  idle: { shape: "text-soft hover:bg-idle-wash", icon: CircleDashed },
};

/**
 * State of the receivers and, while it has a problem, of the queue. Each links to the affected page. While data may be
 * stale its age precedes them, and only known problems stay.
 */
export function HealthPill() {
  const health = useQuery({ ...healthQueries.counts(), refetchInterval: everyMs });
  const seesAll = useSeesAll();
  const system = useQuery({
    ...systemQueries.summary(),
    refetchInterval: ({ state }) => (queueSummary(state.data) ? problemEveryMs : everyMs),
    enabled: seesAll,
  });
  const isStale = useDataTime() !== undefined;
  const queue = queueSummary(system.data);
  const receivers = receiversSummary(isStale ? { ...health, error: null } : health);
  const isKnown = !isStale || (receivers.tone !== "good" && receivers.tone !== "idle");
  return (
    <>
      {isFailing(receivers, queue) && <FailingIcon />}
      <StalePill />
      {queue && <Pill name="Queue" {...queue} />}
      {isKnown && (
        <Pill
          name="Health"
          {...receivers}
          // The page System is about the installation.
          href={seesAll ? receivers.href : receivers.href.replace("/system", "/webhooks")}
        />
      )}
    </>
  );
}

function isFailing(...parts: (HealthSummary | undefined)[]): boolean {
  return parts.some((part) => part?.tone === "bad");
}

function Pill({ name, tone, words, href }: { name: string } & HealthSummary) {
  const { shape, icon: Icon } = looks[tone];
  return (
    <HoverPrefetchLink
      href={href}
      aria-label={`${name}: ${words}`}
      className={`tap-area inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full px-2.5 font-medium text-sm ${shape}`}
    >
      <Icon aria-hidden="true" className="size-4" />
      {words}
    </HoverPrefetchLink>
  );
}
