import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format";
import { LineSwatch, Swatch } from "./legend";
import type { Outcome } from "./outcomes";

type Props = {
  time: string;
  rows: readonly { key: Outcome | "before"; name: string; value: number }[];
  /** Position over the plot, 0 to 1. */
  at: number;
  /** Opens the deliveries of a tapped bucket. */
  open: (() => void) | undefined;
};

/** Values beside the pointer or the focused bucket. Screen readers get them as the value of the chart. */
export function ChartTip({ time, rows, at, open }: Props) {
  const isLeft = at < 0.5;
  const away = `calc(${(isLeft ? at : 1 - at) * 100}% + 0.75rem)`;
  return (
    <div
      className="pointer-events-none absolute top-0 z-20 min-w-40 rounded-md bg-raised px-2.5 py-2 text-sm shadow-high"
      // Set by script after an interaction, which the page's policy allows.
      style={isLeft ? { left: away } : { right: away }}
    >
      <p aria-hidden="true" className="mb-1 whitespace-nowrap font-medium tabular-nums">
        {time}
      </p>
      <ul aria-hidden="true">
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
      {open && (
        <Button
          size="small"
          className="pointer-events-auto mt-2 w-full"
          // Keeps the focus in the chart, which hides this with the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={open}
        >
          Show deliveries
        </Button>
      )}
    </div>
  );
}
