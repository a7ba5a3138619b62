import { memo, useId } from "react";
import { type Bucket, type Outcome, outcomes } from "./outcomes";

type Selection = { first: number; last: number };
type Props = {
  buckets: readonly Bucket[];
  shown: readonly Outcome[];
  /** Value at the upper edge. */
  top: number;
  height: number;
  chosen: Selection | undefined;
  /** Totals of the period before, bucket by bucket, drawn as a line. */
  before: readonly number[] | undefined;
};

const lineStrokes = [
  { strokeWidth: 3.5, className: "fill-none stroke-raised" },
  { strokeWidth: 1.5, className: "fill-none stroke-soft" },
];

/** Minimum height of a non-zero bar. */
const leastHeight = 3;

/** Stacked bars over the full width. Positions are attributes, because the page's policy forbids inline styles. */
export const Plot = memo(function Plot({ buckets, shown, top, height, chosen, before }: Props) {
  const hatch = useId();
  const width = 100 / buckets.length;
  return (
    <svg aria-hidden="true" className="block w-full overflow-visible" height={height}>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" className="fill-plot-failed" />
          <path d="M-1 7 7 -1M-1 1 1 -1M5 7 7 5" strokeWidth="1.5" className="stroke-raised" />
        </pattern>
      </defs>
      {[0, 0.5, 1].map((share) => (
        <line
          key={share}
          x1="0"
          x2="100%"
          y1={height * share}
          y2={height * share}
          className="stroke-line"
          strokeDasharray={share === 1 ? undefined : "2 4"}
        />
      ))}
      {chosen && (
        <rect
          x={`${chosen.first * width}%`}
          width={`${(chosen.last - chosen.first + 1) * width}%`}
          height={height}
          className="fill-accent-wash"
        />
      )}
      {buckets.map((bucket, n) =>
        stacked(bucket, shown, top, height).map(({ outcome, y, tall }) => (
          <rect
            key={`${bucket.at} ${outcome}`}
            x={`${(n + 0.14) * width}%`}
            width={`${0.72 * width}%`}
            y={y}
            height={tall}
            rx={tall > 3 ? 1.5 : 0}
            className={outcomes[outcome].fill}
            fill={outcome === "failed" ? `url(#${hatch})` : undefined}
          />
        )),
      )}
      {before && <Before totals={before} top={top} height={height} />}
    </svg>
  );
});

/** A line through the middle of each bucket, with an edge that sets it off from bars. Its width does not scale with the drawing. */
function Before({
  totals,
  top,
  height,
}: {
  totals: readonly number[];
  top: number;
  height: number;
}) {
  const places = totals.map((total, n) => `${n + 0.5},${height - (total / top) * height}`);
  const points = places.join(" ");
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={height}
      viewBox={`0 0 ${totals.length} ${height}`}
      preserveAspectRatio="none"
    >
      {lineStrokes.map((stroke) => (
        <polyline
          key={stroke.className}
          points={points}
          vectorEffect="non-scaling-stroke"
          strokeLinejoin="round"
          {...stroke}
        />
      ))}
    </svg>
  );
}

/** Stacks the outcomes upwards with a small gap. */
function stacked(bucket: Bucket, shown: readonly Outcome[], top: number, height: number) {
  let edge = height;
  return shown.flatMap((outcome) => {
    const count = bucket[outcome] ?? 0;
    if (count === 0) return [];
    const tall = Math.max(leastHeight, (count / top) * (height - 2 * leastHeight));
    edge -= tall;
    return { outcome, y: edge, tall: Math.max(tall - 0.75, 1.25) };
  });
}
