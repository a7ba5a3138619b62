import Link from "next/link";
import type { ReactNode } from "react";
import { logLink } from "@/components/deliveries/log-link";
import { formatCount, formatDuration } from "@/lib/format";
import { formatRate } from "@/lib/format-rate";
import type { Stats, StatsView } from "@/lib/stats/queries";

type Props = { id: string; stats: Stats; view: StatsView };

/** Success rate, results and durations of a webhook; results link to their deliveries. */
export function Figures({ id, stats: { totals }, view }: Props) {
  const { delivered, failed, retrying, rate, p50, p95 } = totals;
  const log = (filter: object) => logLink(filter, `/webhooks/${id}/deliveries`);
  return (
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-low sm:grid-cols-3 lg:grid-cols-6">
      <Figure name="Success rate" title="Delivered ÷ (delivered + failed + retrying)">
        {rate === undefined ? "–" : formatRate(rate)}
      </Figure>
      <Figure name="Delivered" href={log({ status: "delivered", ...view })}>
        {formatCount(delivered)}
      </Figure>
      <Figure
        name="Failed"
        href={log({ status: "failed", ...view })}
        title="Deliveries without attempts left"
        ink={failed > 0 ? "text-bad" : ""}
      >
        {formatCount(failed)}
      </Figure>
      <Figure
        name="Retrying now"
        href={log({ status: "retrying" })}
        title="Deliveries waiting for another attempt"
        ink={retrying > 0 ? "text-warn" : ""}
      >
        {formatCount(retrying)}
      </Figure>
      <Figure name="p50" title="Median of attempt duration">
        {p50 === undefined ? "–" : formatDuration(p50)}
      </Figure>
      <Figure name="p95" title="95th percentile of attempt duration">
        {p95 === undefined ? "–" : formatDuration(p95)}
      </Figure>
    </ul>
  );
}

type FigureProps = {
  name: string;
  href?: string;
  title?: string;
  ink?: string;
  children: ReactNode;
};

function Figure({ name, href, title, ink = "", children }: FigureProps) {
  const inside = (
    <>
      <span className="block text-soft text-sm">{name}</span>
      <span
        className={`mt-0.5 block font-semibold text-xl tabular-nums tracking-tight underline-offset-4 group-hover:underline ${ink}`}
      >
        {children}
      </span>
    </>
  );
  return (
    <li className="bg-raised" title={title}>
      {href === undefined ? (
        <div className="px-4 py-3">{inside}</div>
      ) : (
        <Link
          href={href}
          prefetch={false}
          className="group block h-full px-4 py-3 -outline-offset-2! hover:bg-hover"
        >
          {inside}
        </Link>
      )}
    </li>
  );
}
