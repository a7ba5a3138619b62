"use client";

import type { ReactNode } from "react";
import { useLogLink } from "@/components/deliveries/use-log-link";
import { Change } from "@/components/stats/change";
import type { usePeriodBefore } from "@/components/stats/use-period-before";
import { Explanation } from "@/components/ui/explanation";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { formatCount, formatDuration, formatPlural } from "@/lib/format";
import { formatRate } from "@/lib/format-rate";
import type { Stats, StatsView } from "@/lib/stats/queries";
import { deliveredShare, formatSeconds, rangeInWords, totalInWords } from "./words";

type Props = { stats: Stats; view: StatsView; before: ReturnType<typeof usePeriodBefore> };

/** The key figures with their change and explanation; each links to the deliveries it counts. */
export function NumberRow({ stats, view, before }: Props) {
  const logLink = useLogLink();
  const { delivered, failed, retrying, total, p95 } = stats.totals;
  const share = deliveredShare(stats.totals);
  const { total: totalBefore } = before ?? {};
  const shareBefore = before && deliveredShare(before);
  const { oldestSeconds, unfinished } = stats.queue;
  return (
    <section aria-label={`Figures ${rangeInWords(view)}`}>
      <ul className="grid grid-cols-2 gap-px bg-line sm:grid-cols-3 lg:grid-cols-6">
        <Figure
          name="Deliveries"
          href={logLink(view)}
          title={totalInWords(stats.totals)}
          value={formatKnown(total, formatCount) ?? "–"}
          before={formatKnown(totalBefore, formatCount)}
        >
          {total !== undefined && totalBefore !== undefined && (
            <Change now={total} before={totalBefore} />
          )}
        </Figure>
        <Figure
          name="Delivered"
          href={logLink({ status: "delivered", ...view })}
          title={`${formatPlural(delivered, "delivery", "deliveries")}: delivered ÷ (delivered + failed + pending)`}
          value={formatKnown(share, formatRate) ?? "–"}
          before={formatKnown(shareBefore, formatRate)}
        >
          {share !== undefined && shareBefore !== undefined && (
            <Change now={share} before={shareBefore} good="up" unit="points" />
          )}
        </Figure>
        <Figure
          name="Failed"
          href={logLink({ status: "failed", ...view })}
          title="Deliveries without attempts left"
          tone={failed > 0 ? "text-bad" : ""}
          value={formatCount(failed)}
          before={formatKnown(before?.failed, formatCount)}
        >
          {before && <Change now={failed} before={before.failed} good="down" />}
        </Figure>
        <Figure
          name="Retrying now"
          href={logLink({ status: "retrying" })}
          title="Deliveries waiting for another attempt"
          tone={retrying > 0 ? "text-warn" : ""}
          value={formatCount(retrying)}
        />
        <Figure
          name="p95 duration"
          href="#slowest"
          title="95th percentile of attempt duration"
          value={formatKnown(p95, formatDuration) ?? "–"}
          before={formatKnown(before?.p95, formatDuration)}
        >
          {p95 !== undefined && before?.p95 !== undefined && (
            <Change now={p95} before={before.p95} good="down" />
          )}
        </Figure>
        <Figure
          name="Queue delay"
          href={logLink({ status: "pending" })}
          title={`Age of the oldest due delivery that neither a pause, nor an open circuit, nor a limit of its webhook holds back. ${formatCount(unfinished)} are in the queue.`}
          value={formatKnown(oldestSeconds, formatSeconds) ?? "None"}
        />
      </ul>
    </section>
  );
}

function formatKnown(figure: number | undefined, format: (figure: number) => string) {
  return figure === undefined ? undefined : format(figure);
}

type FigureProps = {
  name: string;
  href: string;
  title: string;
  value: string;
  tone?: string;
  /** Value in the period before. */
  before?: string | undefined;
  /** Change against the period before. */
  children?: ReactNode;
};

function Figure({ name, href, title, value, tone = "", before, children }: FigureProps) {
  return (
    <li className="relative bg-raised">
      <HoverPrefetchLink
        href={href}
        title={title}
        className="group block h-full px-4 py-2.5 lg:max-xl:px-3 -outline-offset-2! hover:bg-hover"
      >
        <span className="block pr-4 text-soft text-sm">{name}</span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span
            className={`font-semibold text-xl tabular-nums tracking-tight underline-offset-4 group-hover:underline ${tone}`}
          >
            {value}
          </span>
          {children}
        </span>
      </HoverPrefetchLink>
      <Explanation
        of={name}
        className="absolute top-1.5 right-1.5 pointer-coarse:top-2.5 pointer-coarse:right-2.5"
      >
        <p>{title}</p>
        {before !== undefined && <p>Period of the same length before: {before}</p>}
      </Explanation>
    </li>
  );
}
