import { formatCount } from "@/lib/format";
import type { Replay } from "@/lib/replays/queries";

const fills = {
  delivered: "fill-good",
  deliveredMeanwhile: "fill-good opacity-60",
  failed: "fill-bad",
  skipped: "fill-field",
  cancelled: "fill-field opacity-60",
} as const;
const parts = ["delivered", "deliveredMeanwhile", "failed", "skipped", "cancelled"] as const;

/** Progress of a replay by outcome. */
export function ProgressBar({ replay, tall = false }: { replay: Replay; tall?: boolean }) {
  const { total, done, cancelled } = replay;
  const counts = { ...replay, skipped: replay.skipped - replay.deliveredMeanwhile };
  const whole = Math.max(total, done, 1);
  let begin = 0;
  return (
    <div
      role="progressbar"
      aria-label="Deliveries done"
      aria-valuemin={0}
      aria-valuemax={whole}
      aria-valuenow={done - cancelled}
      aria-valuetext={`${formatCount(done - cancelled)} of ${formatCount(total)}`}
      className="overflow-hidden rounded-full bg-idle-wash"
    >
      <svg aria-hidden="true" className={`block w-full ${tall ? "h-2.5" : "h-1.5"}`}>
        {parts.map((part) => {
          const x = begin;
          const width = (100 * counts[part]) / whole;
          begin += width;
          return (
            <rect
              key={part}
              x={`${x}%`}
              width={`${width}%`}
              height="100%"
              className={fills[part]}
            />
          );
        })}
      </svg>
    </div>
  );
}
