import { barPath } from "@/components/stats/bar-path";
import { formatCount } from "@/lib/format";
import { formatRate } from "@/lib/format-rate";
import type { WebhookHealth } from "@/lib/health/queries";

type Health = Pick<
  WebhookHealth,
  "state" | "hours" | "delivered" | "failed" | "retrying" | "backlog" | "restsUntil" | "lateBy"
>;
type Props = { health: Health };

const width = 72;
const height = 22;
const step = width / 24;
const baseline = barPath(
  Array.from({ length: 24 }, (_, n) => ({ x: n * step, y: height - 1, height: 1 })),
  step - 1,
);

/** Hourly bars of the last 24 hours, those not delivered on top, the success rate, and what waits. */
export function Sparkline({ health }: Props) {
  const { hours, delivered, failed, retrying, backlog } = health;
  const all = delivered + failed + retrying;
  const waiting = waitingIn(health);
  const note = waiting > 0 && (
    <span className="block font-normal text-warn text-xs">{formatCount(waiting)} waiting</span>
  );
  if (all === 0) {
    return (
      <span className="text-faint text-sm leading-4">
        no traffic
        {note}
      </span>
    );
  }
  const most = Math.max(1, ...hours.map((hour) => hour.delivered + troubleIn(hour)));
  const tall = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / most) * height));
  const bars = hours.map((hour, n) => {
    const [good, bad] = [tall(hour.delivered), tall(troubleIn(hour))];
    const x = n * step;
    return {
      good: { x, y: height - good, height: good },
      bad: { x, y: height - good - bad, height: bad },
    };
  });
  const path = (part: "good" | "bad") =>
    barPath(
      bars.map((bar) => bar[part]),
      step - 1,
    );
  return (
    <span className="flex items-center gap-2">
      <svg
        width={width}
        height={height}
        aria-hidden="true"
        className="shrink-0 overflow-visible md:max-lg:hidden"
      >
        <path d={baseline} className="fill-line" />
        <path d={path("good")} className="fill-plot-delivered" />
        <path d={path("bad")} className="fill-plot-failed" />
      </svg>
      <span
        title={`${formatCount(delivered)} delivered, ${formatCount(failed)} failed, ${formatCount(retrying)} retrying, ${formatCount(backlog - retrying)} pending`}
        className={`whitespace-nowrap text-sm leading-4 tabular-nums ${delivered < all ? "font-medium" : "text-soft"}`}
      >
        {formatRate(delivered / all)}
        <span className="sr-only">
          {" "}
          delivered of {formatCount(all)}, {formatCount(failed)} failed
        </span>
        {note}
      </span>
    </span>
  );
}

/**
 * Returns the deliveries that wait for an attempt, as the incident on the overview counts them: a receiver that still
 * delivers gets what was never sent by itself, unless its circuit is open or the webhook is late.
 */
function waitingIn({ state, retrying, backlog, restsUntil, lateBy }: Health): number {
  if (restsUntil || lateBy) return backlog;
  if (state === "healthy" || state === "no_traffic") return 0;
  return state === "degraded" ? retrying : backlog;
}

function troubleIn({ failed, waiting }: Health["hours"][number]): number {
  return failed + waiting;
}
