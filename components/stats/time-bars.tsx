"use client";

import { Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import { type ComponentProps, type ReactNode, useCallback, useMemo, useState } from "react";
import { useNowSelector } from "@/components/time/use-now";
import { useZone } from "@/components/time/zone";
import { IconButton } from "@/components/ui/icon-button";
import { useIdleLoad, useWasIdle } from "@/components/ui/use-idle-load";
import { formatCount } from "@/lib/format";
import { TimeAxis, ValueAxis } from "./axes";
import { axisTop, rangeName, ticksOf } from "./axis";
import { Legend } from "./legend";
import { type Bucket, type Counts, type Outcome, outcomes, sumOf } from "./outcomes";
import { Plot } from "./plot";
import { type Selection, useBrush } from "./use-brush";
import { useHiddenSeries } from "./use-hidden-series";

export type TimeRange = { from: string; to: string };
type Props = {
  /** Under this name the tab remembers which series are hidden. */
  id: string;
  /** Names the table, such as "Deliveries over time". */
  caption: string;
  /** Adjacent time slots, oldest first. */
  buckets: readonly Bucket[];
  /** Deliveries from before the first bucket: part of the totals and of the table, not of the plot. */
  earlier?: Counts;
  /** End of the last bucket, which may be in the future. */
  to: string;
  /** Outcomes in stacking order; others are left out. Names replace those of `outcomes`. */
  parts: readonly { key: Outcome; name?: string }[];
  /** Totals of the period before, one for each bucket. */
  before?: readonly number[] | undefined;
  /** Height of the plot in pixels; "low" fits the whole chart into 70. */
  height?: number | "low";
  /** Before the legend: a title or figures. */
  heading?: ReactNode;
  /** After the legend. */
  tools?: ReactNode;
  /** Called for one bucket, by click or Enter. */
  onOpen?: (range: TimeRange) => void;
  /** Called for several buckets, by dragging or by Shift with the arrow keys and Enter. */
  onZoom?: (range: TimeRange) => void;
  /** Address of the deliveries of a bucket, for the table. */
  linkOf?: (range: TimeRange) => string;
};

const loadTip = () => import("./chart-tip");
const ChartTip = dynamic(() => loadTip().then((made) => made.ChartTip), { ssr: false });
const ChartTable = dynamic(() => import("./chart-table").then((made) => made.ChartTable), {
  ssr: false,
});
const lowPx = 26;
const minuteMs = 60_000;
const none: Counts = {};

/**
 * Stacked outcomes over time: the chart of every screen. With the same `buckets`, `earlier` and `parts` as before, its
 * table and plot are not rendered again.
 */
export function TimeBars(props: Props) {
  useIdleLoad(loadTip);
  const { id, caption, buckets, earlier = none, to, before, height = 160, linkOf } = props;
  const isLow = height === "low";
  const parts = useMemo(
    () => props.parts.map(({ key, ...own }) => ({ key, name: outcomes[key].name, ...own })),
    [props.parts],
  );
  const { hidden, toggle } = useHiddenSeries(id);
  const [asTable, setAsTable] = useState(false);
  const { rangeOf, nameOf, zone, isLive } = useSlots(buckets, to);
  const names = useMemo(
    () => buckets.map((_, n) => nameOf({ first: n, last: n })),
    [buckets, nameOf],
  );
  const brush = useBrush(buckets.length, (chosen) => {
    const act = chosen.first === chosen.last ? props.onOpen : (props.onZoom ?? props.onOpen);
    act?.(rangeOf(chosen));
  });
  const shown = useMemo(
    () => parts.map(({ key }) => key).filter((key) => !hidden.has(key)),
    [parts, hidden],
  );
  const line = hidden.has("before") ? undefined : before;
  const totals = buckets.map((bucket) => sumOf([bucket], ...shown));
  const top = axisTop(Math.max(...totals, ...(line ?? [])));
  const valuesOf = ({ first, last }: Selection) =>
    parts.map(({ key, name }) => ({
      key,
      name,
      value: sumOf(buckets.slice(first, last + 1), key),
    }));
  const inWords = (chosen: Selection) =>
    `${nameOf(chosen)}: ${valuesOf(chosen)
      .map(({ name, value }) => `${formatCount(value)} ${name.toLowerCase()}`)
      .join(", ")}`;

  return (
    <div className="@container min-w-0">
      <ChartHead isLow={isLow} heading={props.heading} tools={props.tools}>
        <Legend
          className={isLow ? "@max-4xl:hidden" : ""}
          hidden={hidden}
          toggle={toggle}
          items={[
            ...parts.map(({ key, name }) => ({
              key,
              name,
              total: sumOf([earlier, ...buckets], key),
              earlier: earlier[key] ?? 0,
            })),
            ...(before ? [{ key: "before" as const, name: "Period before" }] : []),
          ]}
        />
        <span className="ml-auto">
          <IconButton
            icon={Table2}
            name="View as table"
            aria-pressed={asTable}
            className="aria-pressed:bg-idle-wash"
            onClick={() => setAsTable(!asTable)}
          />
        </span>
      </ChartHead>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <ValueAxis top={top} isLow={isLow} />
        <div className="relative">
          <div
            role="slider"
            tabIndex={0}
            aria-label={
              props.onOpen ? "Time in the chart; Enter shows its deliveries" : "Time in the chart"
            }
            aria-valuemin={0}
            aria-valuemax={buckets.length - 1}
            aria-valuenow={brush.at ?? buckets.length - 1}
            aria-valuetext={brush.chosen ? inWords(brush.chosen) : "Use the arrow keys"}
            className={`touch-pan-y select-none rounded-sm ${props.onZoom ? "cursor-crosshair" : ""}`}
            {...brush.on}
          >
            <Plot
              buckets={buckets}
              shown={shown}
              top={top}
              height={isLow ? lowPx : height}
              chosen={brush.chosen}
              before={line}
            />
          </div>
          {brush.chosen && (
            <ChartTip
              time={nameOf(brush.chosen)}
              at={((brush.at ?? 0) + 0.5) / buckets.length}
              open={props.onOpen && brush.chooseTapped}
              rows={[...valuesOf(brush.chosen), ...beforeOf(line, brush.chosen)].toReversed()}
            />
          )}
        </div>
        <div className={`col-start-2 ${isLow ? "" : "mt-1"}`}>
          <TimeAxis
            ticks={ticksOf(
              buckets.map(({ at }) => at),
              zone,
            )}
            count={buckets.length}
            isLive={isLive}
          />
        </div>
      </div>
      <IdleTable
        caption={`${caption}, oldest first; times are in ${zone}`}
        buckets={buckets}
        earlier={earlier}
        parts={parts}
        shown={asTable}
        names={names}
        linkOf={asTable && linkOf ? (n) => linkOf(rangeOf({ first: n, last: n })) : undefined}
      />
    </div>
  );
}

/** The table is drawn once the page has been idle: nobody sees it before it is asked for. */
function IdleTable(props: ComponentProps<typeof ChartTable>) {
  const wasIdle = useWasIdle();
  return (props.shown || wasIdle) && <ChartTable {...props} />;
}

type ChartHeadProps = Pick<Props, "heading" | "tools"> & { isLow: boolean; children: ReactNode };

function ChartHead({ isLow, heading, tools, children }: ChartHeadProps) {
  const shape = isLow ? "min-h-7 pointer-coarse:mb-1" : "mb-2.5 min-h-7 gap-y-1";
  return (
    <div className={`flex flex-wrap items-center gap-x-4 ${shape}`}>
      {heading}
      {children}
      {tools}
    </div>
  );
}

function beforeOf(totals: readonly number[] | undefined, { first, last }: Selection) {
  if (!totals) return [];
  const value = totals.slice(first, last + 1).reduce((sum, one) => sum + one, 0);
  return [{ key: "before" as const, name: "Period before", value }];
}

/** Converts buckets to times and to words. */
function useSlots(buckets: readonly Bucket[], to: string) {
  const zone = useZone();
  // Names have no date on the day they are on, and days begin at whole minutes.
  const minute = useNowSelector((now) => Math.floor(now / minuteMs) * minuteMs);
  const isLive = useNowSelector((now) => Date.parse(to) > now);
  const rangeOf = useCallback(
    ({ first, last }: Selection): TimeRange => ({
      from: buckets[first]?.at ?? to,
      to: buckets[last + 1]?.at ?? to,
    }),
    [buckets, to],
  );
  const nameOf = useCallback(
    (chosen: Selection) => {
      const { from, to: end } = rangeOf(chosen);
      const name = rangeName(from, end, minute, zone);
      return isLive && end === to ? name.replace(/[^–]*$/, " now") : name;
    },
    [rangeOf, minute, zone, isLive, to],
  );
  return { rangeOf, nameOf, zone, isLive };
}
