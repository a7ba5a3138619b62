import { formatCount } from "@/lib/format";
import { LineSwatch, Swatch } from "./legend";
import type { Outcome } from "./outcomes";

type Props = {
  time: string;
  rows: readonly { key: Outcome | "before"; name: string; value: number }[];
  /** Position over the plot, 0 to 1. */
  at: number;
};

/** Values beside the pointer or the focused bucket. Screen readers get them as the value of the chart. */
export function ChartTip({ time, rows, at }: Props) {
  const isLeft = at < 0.5;
  const away = `calc(${(isLeft ? at : 1 - at) * 100}% + 0.75rem)`;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-0 z-20 min-w-40 rounded-md bg-raised px-2.5 py-2 text-sm shadow-high"
      // Set by script after an interaction, which the page's policy allows.
      style={isLeft ? { left: away } : { right: away }}
    >
      <p className="mb-1 whitespace-nowrap font-medium tabular-nums">{time}</p>
      <ul>
        {rows.map(({ key, name, value }) => (
          <li key={key} className="flex items-center gap-1.5 text-soft">
            {key === "before" ? <LineSwatch /> : <Swatch of={key} />}
            <span className="whitespace-nowrap">{name}</span>
            <span className="ml-auto pl-4 font-medium text-ink tabular-nums">
              {formatCount(value)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
