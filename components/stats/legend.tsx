import type { ReactNode } from "react";
import { formatCount } from "@/lib/format";
import { type Outcome, outcomes } from "./outcomes";

type Item = {
  key: Outcome | "before";
  name: string;
  total?: number;
  /** Part of the total that is older than the chart. */
  earlier?: number;
};
type Props = {
  items: readonly Item[];
  hidden: ReadonlySet<string>;
  toggle: (key: string) => void;
  className?: string;
};

/** Names the series with their totals; a click hides or shows one. */
export function Legend({ items, hidden, toggle, className = "" }: Props) {
  return (
    <ul
      className={`-mx-1.5 flex flex-wrap gap-x-1 max-sm:order-last max-sm:w-full sm:min-w-0 sm:flex-1 sm:basis-48 ${className}`}
    >
      {items.map(({ key, name, total, earlier = 0 }) => (
        <li key={key} className="flex">
          <button
            type="button"
            // Keeps the colour of its swatch where the system chooses the colours.
            data-legend
            aria-pressed={!hidden.has(key)}
            title={earlier > 0 ? `incl. ${formatCount(earlier)} older` : undefined}
            onClick={() => toggle(key)}
            className="group inline-flex h-6 items-center gap-1.5 rounded px-1.5 text-soft text-sm tabular-nums hover:bg-idle-wash aria-[pressed=false]:text-faint aria-[pressed=false]:line-through"
          >
            <span className="inline-flex items-center group-aria-[pressed=false]:opacity-30">
              {key === "before" ? <LineSwatch /> : <Swatch of={key} />}
            </span>
            {name}
            {total !== undefined && (
              <span className="font-medium text-ink group-aria-[pressed=false]:text-faint">
                {formatCount(total)}
              </span>
            )}
            {earlier > 0 && (
              // On narrower screens the legend would need a second line.
              <span className="text-faint text-xs max-2xl:sr-only">
                incl. {formatCount(earlier)} older
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

export function Swatch({ of }: { of: Outcome }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={`size-2.5 shrink-0 rounded-xs forced-color-adjust-none ${outcomes[of].swatch}`}
    />
  );
}

export function LineSwatch() {
  return (
    <span aria-hidden="true" className="h-0.5 w-2.5 shrink-0 bg-soft forced-color-adjust-none" />
  );
}
