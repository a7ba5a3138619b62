"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { logLink } from "@/components/deliveries/log-link";
import { TimeBars, type TimeRange } from "@/components/stats/time-bars";
import { Explanation } from "@/components/ui/explanation";
import { formatDuration } from "@/lib/format";
import type { System } from "@/lib/system/queries";

type Minutes = System["throughput"];
const shown = 60;
const minuteMs = 60_000;
const parts = [{ key: "delivered", name: "Successful" }, { key: "failed" }] as const;

type Props = {
  minutes: Minutes;
  now: string;
  /** p95 from publish to first attempt; absent without attempts. */
  claimMs: number | undefined;
};

/** Attempts of the last hour by minute, and claim latency. */
export function Throughput({ minutes, now, claimMs }: Props) {
  const router = useRouter();
  const { buckets, to } = useMemo(() => bucketsOf(minutes, Date.parse(now)), [minutes, now]);
  const open = (range: TimeRange) => router.push(logLink(range));
  return (
    <figure className="rounded-lg border border-line bg-raised px-4 py-3 shadow-low">
      <TimeBars
        id="system"
        caption="Attempts by minute"
        heading={
          <div className="flex items-center gap-1 pointer-coarse:min-h-11">
            <h2 className="font-semibold text-base">
              Attempts by minute
              {claimMs !== undefined && (
                <span className="ml-2 font-normal text-soft text-sm tabular-nums">
                  Claim latency p95 {formatDuration(claimMs)}
                </span>
              )}
            </h2>
            {claimMs !== undefined && (
              <Explanation of="Claim latency">
                <p>
                  95th percentile of the time from publishing to the first attempt, of the latest
                  1,000 deliveries of the last hour
                </p>
              </Explanation>
            )}
          </div>
        }
        buckets={buckets}
        to={to}
        parts={parts}
        height={96}
        onOpen={open}
        onZoom={open}
        linkOf={logLink}
      />
    </figure>
  );
}

/** Fills minutes without attempts. */
function bucketsOf(minutes: Minutes, now: number) {
  const known = new Map(minutes.map((minute) => [Date.parse(minute.from), minute]));
  const end = (Math.floor(now / minuteMs) + 1) * minuteMs;
  const buckets = Array.from({ length: shown }, (_, n) => {
    const at = end - (shown - n) * minuteMs;
    const { delivered = 0, failed = 0 } = known.get(at) ?? {};
    return { at: new Date(at).toISOString(), delivered, failed };
  });
  return { buckets, to: new Date(end).toISOString() };
}
