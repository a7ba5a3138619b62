import { formatCompact } from "@/lib/format";
import type { Tick } from "./axis";

type ValueAxisProps = { top: number; isLow?: boolean };

/** Labels of the value axis: the upper edge, the middle and zero; of a low chart the upper edge alone. */
export function ValueAxis({ top, isLow = false }: ValueAxisProps) {
  return (
    <ol
      aria-hidden="true"
      className={`-mb-2 flex flex-col justify-between text-right text-faint text-xs tabular-nums ${isLow ? "" : "-mt-2"}`}
    >
      {(isLow ? [top] : [top, top / 2, 0]).map((value) => (
        <li key={value}>{formatCompact(value)}</li>
      ))}
    </ol>
  );
}

type Props = { ticks: readonly Tick[]; count: number; isLive: boolean };

/** Labels of the time axis below their buckets. A range that reaches the present ends with "now". */
export function TimeAxis({ ticks, count, isLive }: Props) {
  const x = ({ bucket }: Tick) => (100 * bucket) / count;
  return (
    <svg
      aria-hidden="true"
      className="block h-4 w-full overflow-visible fill-faint text-xs tabular-nums"
    >
      {ticks
        .filter((tick) => x(tick) <= (isLive ? 90 : 96))
        .map((tick, n) => (
          <text
            key={tick.bucket}
            x={`${x(tick)}%`}
            y="75%"
            textAnchor={x(tick) < 3 ? "start" : "middle"}
            className={n % 2 === 1 ? "max-sm:hidden" : undefined}
          >
            {tick.label}
          </text>
        ))}
      {isLive && (
        <text x="100%" y="75%" textAnchor="end">
          now
        </text>
      )}
    </svg>
  );
}
