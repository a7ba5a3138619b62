import { Card } from "@/components/ui/card";
import { formatCount, formatDuration, formatPlural } from "@/lib/format";
import type { System } from "@/lib/system/queries";

type Minutes = System["throughput"];
const shown = 60;
const minuteMs = 60_000;
const height = 48;

type Props = {
  minutes: Minutes;
  now: string;
  /** p95 from publish to first attempt; absent without attempts. */
  claimMs: number | undefined;
};

/** Attempts of the last hour by minute, and claim latency. */
export function Throughput({ minutes, now, claimMs }: Props) {
  const bars = barsOf(minutes, Date.parse(now));
  const top = Math.max(1, ...bars.map(({ delivered, failed }) => delivered + failed));
  const sum = (of: "delivered" | "failed") => bars.reduce((total, bar) => total + bar[of], 0);
  const [delivered, failed] = [sum("delivered"), sum("failed")];
  const words = `${formatPlural(delivered + failed, "attempt")} in the last hour, ${formatCount(failed)} of them failed`;
  return (
    <Card
      title="Throughput"
      hint={
        delivered + failed > 0
          ? `${words}; ${formatCount(top)} in the busiest minute.`
          : "No attempts."
      }
      actions={claimMs !== undefined && <ClaimLatency ms={claimMs} />}
    >
      <svg
        role="img"
        aria-label={words}
        viewBox={`0 0 ${shown * 10} ${height}`}
        preserveAspectRatio="none"
        className="h-16 w-full"
      >
        <line x1="0" x2={shown * 10} y1={height} y2={height} className="stroke-line" />
        {bars.map((bar, n) => {
          const good = (bar.delivered / top) * height;
          const bad = (bar.failed / top) * height;
          return (
            <g key={bar.at}>
              <rect
                x={n * 10 + 1}
                width="8"
                y={height - good}
                height={good}
                className="fill-good"
              />
              <rect
                x={n * 10 + 1}
                width="8"
                y={height - good - bad}
                height={bad}
                className="fill-bad"
              />
            </g>
          );
        })}
      </svg>
      <div aria-hidden="true" className="mt-1 flex justify-between text-faint text-xs">
        <span>1 h ago</span>
        <span>now</span>
      </div>
    </Card>
  );
}

function ClaimLatency({ ms }: { ms: number }) {
  return (
    <p className="text-right text-soft text-sm">
      Claim latency p95
      <span
        title="Time from publish to first attempt; latest 1,000 deliveries of the last hour"
        className="block font-semibold text-ink text-lg tabular-nums"
      >
        {formatDuration(ms)}
      </span>
    </p>
  );
}

/** Fills minutes without attempts. */
function barsOf(minutes: Minutes, now: number) {
  const known = new Map(minutes.map((minute) => [Date.parse(minute.from), minute]));
  const last = Math.floor(now / minuteMs) * minuteMs;
  return Array.from({ length: shown }, (_, n) => {
    const at = last - (shown - 1 - n) * minuteMs;
    const { delivered = 0, failed = 0 } = known.get(at) ?? {};
    return { at, delivered, failed };
  });
}
