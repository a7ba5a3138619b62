"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { formatCount, formatDuration, formatPlural } from "@/lib/format";
import type { Stats, StatsView } from "@/lib/stats/queries";
import { logLink, timesOf } from "./log-link";
import { formatRate, formatSeconds, rangeInWords } from "./words";

type Props = { stats: Stats; view: StatsView };

/** The five figures that say how the platform does; each leads to what it counts. */
export function NumberRow({ stats, view }: Props) {
  const { delivered, failed, retrying, rate, p95 } = stats.totals;
  const { ready, oldestSeconds, unfinished } = stats.queue;
  const times = timesOf(view, stats);
  return (
    <section aria-label={`Figures ${rangeInWords(view)}`}>
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-low md:grid-cols-5">
        <Figure
          name="Delivered"
          href={logLink({ status: "delivered" }, times)}
          title="Delivered ÷ (delivered + failed + retrying)"
          more={formatPlural(delivered, "delivery", "deliveries")}
          wide
        >
          {rate === undefined ? "–" : formatRate(rate)}
        </Figure>
        <Figure
          name="Failed"
          href={logLink({ status: "failed" }, times)}
          title="Given up: no further attempt is made"
          tone={failed > 0 ? "text-bad" : ""}
          more="given up"
        >
          {formatCount(failed)}
        </Figure>
        <Figure
          name="Retrying"
          href={logLink({ status: "retrying" }, {} as StatsView)}
          title="Failed so far, and waiting for another attempt now"
          tone={retrying > 0 ? "text-warn" : ""}
          more="waiting now"
        >
          {formatCount(retrying)}
        </Figure>
        <Figure
          name="p95 to receiver"
          href="#slowest"
          title="All but the slowest twentieth of attempts took at most this long"
          more="per attempt"
        >
          {p95 === undefined ? "–" : formatDuration(p95)}
        </Figure>
        <Figure
          name="Queue"
          href={logLink({ status: "pending" }, {} as StatsView)}
          title={`Due and not sent yet, of ${formatCount(unfinished)} unfinished`}
          more={
            oldestSeconds === undefined ? "nothing waits" : `oldest ${formatSeconds(oldestSeconds)}`
          }
        >
          {formatCount(ready)}
        </Figure>
      </ul>
    </section>
  );
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
