import type { AccountLimits } from "@/lib/account-limits/queries";
import { formatCount } from "@/lib/format";

/** Usage of an account's publishing limits, in figures and as bars. */
export function LimitsUsage({ limits }: { limits: AccountLimits }) {
  const { usage, eventsPerDay, eventsPerSecond, backlog } = limits;
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      <Usage name="Events today, UTC" used={usage.eventsToday} limit={eventsPerDay} />
      <Usage
        name="Events/s, last 10 s"
        used={Math.round(usage.eventsPerSecond * 10) / 10}
        limit={eventsPerSecond}
      />
      <Usage name="Waiting deliveries" used={usage.backlog} limit={backlog} />
      {usage.held > 0 && <Usage name="Held by pauses" used={usage.held} limit={backlog} />}
    </dl>
  );
}

type Props = { name: string; used: number; limit: number };

/** Share of a limit from which the bar is shown as a warning. */
const nearly = 0.9;

function Usage({ name, used, limit }: Props) {
  const share = Math.min(used / limit, 1);
  const tone = share >= nearly ? "fill-plot-failed" : "fill-plot-delivered";
  return (
    <div>
      <dt className="text-faint text-sm">{name}</dt>
      <dd className="mt-0.5 tabular-nums">
        <span className="font-medium">{formatCount(used)}</span>{" "}
        <span className="text-soft">of {formatCount(limit)}</span>
        <svg aria-hidden="true" className="mt-1.5 block w-full" height="4">
          <rect width="100%" height="4" rx="2" className="fill-idle-wash" />
          <rect width={`${share * 100}%`} height="4" rx="2" className={tone} />
        </svg>
      </dd>
    </div>
  );
}
