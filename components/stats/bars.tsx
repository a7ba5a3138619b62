import { useId } from "react";
import type { Stats } from "@/lib/stats/queries";

type Bucket = Stats["series"][number];
type Selection = { first: number; last: number };
type Props = { series: Bucket[]; most: number; height: number; chosen: Selection | undefined };

/** Minimum height of a non-zero bar. */
const leastHeight = 3;

/** Stacked bars over the full width. Positions are attributes, because the page's policy forbids inline styles. */
export function Bars({ series, most, height, chosen }: Props) {
  const hatch = useId();
  const width = 100 / series.length;
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
      {series.map((bucket, n) =>
        stacked(bucket, most, height).map(({ part, y, tall }) => (
          <rect
            key={`${bucket.at} ${part}`}
            x={`${(n + 0.14) * width}%`}
            width={`${0.72 * width}%`}
            y={y}
            height={tall}
            rx={tall > 3 ? 1.5 : 0}
            className={fills[part]}
            fill={part === "failed" ? `url(#${hatch})` : undefined}
          />
        )),
      )}
    </svg>
  );
}

const parts = ["delivered", "retrying", "failed"] as const;
const fills = { delivered: "fill-plot-delivered", retrying: "fill-plot-retrying", failed: "" };

/** Stacks the parts upwards with a small gap. */
function stacked(bucket: Bucket, most: number, height: number) {
  let top = height;
  return parts.flatMap((part) => {
    if (bucket[part] === 0) return [];
    const tall = Math.max(leastHeight, (bucket[part] / most) * (height - 3 * leastHeight));
    top -= tall;
    return { part, y: top, tall: Math.max(tall - 0.75, 1.25) };
  });
}
