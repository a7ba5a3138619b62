"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { logLink } from "@/components/deliveries/log-link";
import { formatCount, formatDuration, formatPlural } from "@/lib/format";
import type { Stats, StatsView } from "@/lib/stats/queries";
import { formatRate, formatSeconds, rangeInWords, timesOf } from "./words";

type Props = { stats: Stats; view: StatsView };

/** The five key figures; each links to the deliveries it counts. */
export function NumberRow({ stats, view }: Props) {
  const { delivered, failed, retrying, rate, p95 } = stats.totals;
  const { ready, oldestSeconds, unfinished } = stats.queue;
  const times = timesOf(view, stats);
  return (
    <section aria-label={`Figures ${rangeInWords(view)}`}>
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-low md:grid-cols-5">
        <Figure
          name="Delivered"
          href={logLink({ status: "delivered", ...times })}
          title="Delivered ÷ (delivered + failed + retrying)"
          more={formatPlural(delivered, "delivery", "deliveries")}
          wide
        >
          {rate === undefined ? "–" : formatRate(rate)}
        </Figure>
        <Figure
          name="Failed"
          href={logLink({ status: "failed", ...times })}
          title="Deliveries without attempts left"
          tone={failed > 0 ? "text-bad" : ""}
          more="no attempts left"
        >
          {formatCount(failed)}
        </Figure>
        <Figure
          name="Retrying"
          href={logLink({ status: "retrying" })}
          title="Deliveries waiting for another attempt"
          tone={retrying > 0 ? "text-warn" : ""}
          more="waiting now"
        >
          {formatCount(retrying)}
        </Figure>
        <Figure
          name="p95 to receiver"
          href="#slowest"
          title="95th percentile of attempt duration"
          more="per attempt"
        >
          {p95 === undefined ? "–" : formatDuration(p95)}
        </Figure>
        <Figure
          name="Queue"
          href={logLink({ status: "pending" })}
          title={`Due and not yet sent, of ${formatCount(unfinished)} unfinished deliveries`}
          more={queueAge(ready, oldestSeconds)}
        >
          {formatCount(ready)}
        </Figure>
      </ul>
    </section>
  );
}

/** Deliveries behind a pause or an open circuit wait on purpose and have no age. */
function queueAge(ready: number, oldestSeconds: number | undefined): string {
  if (oldestSeconds !== undefined) return `oldest ${formatSeconds(oldestSeconds)}`;
  return ready > 0 ? "paused or circuit open" : "queue empty";
}

type FigureProps = {
  name: string;
  href: string;
  title: string;
  more: string;
  tone?: string;
  wide?: boolean;
  children: ReactNode;
};

function Figure({ name, href, title, more, tone = "", wide = false, children }: FigureProps) {
  return (
    <li className={`bg-raised ${wide ? "max-md:col-span-2" : ""}`}>
      <Link
        href={href}
        title={title}
        className="group block h-full px-4 py-3.5 -outline-offset-2! hover:bg-hover"
      >
        <span className="block text-soft text-sm">{name}</span>
        <span
          className={`mt-0.5 block font-semibold text-xl tabular-nums tracking-tight underline-offset-4 group-hover:underline ${tone}`}
        >
          {children}
        </span>
        <span className="mt-0.5 block text-faint text-sm tabular-nums">{more}</span>
      </Link>
    </li>
  );
}
