"use client";

import Link from "next/link";
import { memo, type ReactNode } from "react";
import { causeMeanings } from "@/components/deliveries/cause-meanings";
import { useLogLink } from "@/components/deliveries/use-log-link";
import {
  type Counts,
  deliveryParts,
  type Outcome,
  outcomes,
  outcomesOf,
  sumOf,
} from "@/components/stats/outcomes";
import { Card } from "@/components/ui/card";
import { formatCount, formatDuration, formatPlural, formatTarget, isolateName } from "@/lib/format";
import type { Stats, StatsView } from "@/lib/stats/queries";
import { amountInShort, causeInShort, troubleInWords } from "./words";

type Props = { stats: Stats; view: StatsView };

/** The same figures by event, by cause and by webhook. */
export const Breakdowns = memo(function Breakdowns({ stats, view }: Props) {
  return (
    <div className="grid grid-cols-1 gap-4 lg:max-xl:grid-cols-2 xl:grid-cols-3">
      <ByEvent stats={stats} view={view} />
      <ByCause stats={stats} view={view} />
      <Slowest stats={stats} view={view} />
    </div>
  );
});

function ByEvent({ stats, view }: Props) {
  const logLink = useLogLink();
  const isPartial = stats.events.some(({ pending }) => pending === undefined);
  const left = isPartial ? (stats.totals.pending ?? 0) : 0;
  return (
    <Card
      title="By event type"
      hint={
        left > 0 && `Without ${formatPlural(left, "unfinished delivery", "unfinished deliveries")}`
      }
    >
      <Lines nothing="No deliveries.">
        {stats.events.map(({ event, waiting = 0, pending = 0, ...ended }) => {
          const counts = outcomesOf({ ...ended, waiting, pending });
          return (
            <Line
              key={event}
              href={logLink({ event, ...view })}
              name={<span className="font-mono text-xs">{event}</span>}
              title={`${formatCount(ended.delivered)} delivered`}
              figure={`${amountInShort(ended.delivered)} delivered`}
              bar={<Parts counts={counts} />}
              more={troubleInWords(counts)}
            />
          );
        })}
      </Lines>
    </Card>
  );
}

function ByCause({ stats, view }: Props) {
  const logLink = useLogLink();
  const most = stats.causes[0]?.count || 1;
  return (
    <Card title="Failed attempts by cause">
      <Lines nothing="No failed attempts.">
        {stats.causes.map(({ cause, count, statusCodes, failed, waiting }) => {
          const [first, ...others] = statusCodes;
          const codes = others.map(({ statusCode }) => statusCode).join(", ");
          return (
            <Line
              key={cause}
              href={logLink({ status: "failed,retrying", cause, ...view })}
              name={
                <>
                  {causeInShort(cause, first?.statusCode)}
                  {codes && <span className="text-faint"> and {codes}</span>}
                </>
              }
              title={causeMeanings[cause]}
              figure={formatCount(count)}
              bar={<Share share={count / most} tone="bad" />}
              more={leftInWords(failed, waiting)}
            />
          );
        })}
      </Lines>
    </Card>
  );
}

/** The deliveries behind failed attempts. Too many that wait are not counted. */
function leftInWords(failed: number, waiting: number | undefined): string | undefined {
  if (waiting === undefined) return undefined;
  return troubleInWords({ failed, retrying: waiting }) ?? "none failed or retrying now";
}

function Slowest({ stats, view }: Props) {
  const logLink = useLogLink();
  const most = stats.slowest[0]?.p95 ?? 1;
  return (
    <div id="slowest" className="grid scroll-mt-20 lg:max-xl:col-span-2">
      <Card title="Slowest webhooks">
        <Lines nothing="No deliveries.">
          {stats.slowest.map(({ webhookId, callbackUrl, label, p95 }) => (
            <Line
              key={webhookId}
              href={logLink({ webhook: webhookId, ...view })}
              name={isolateName(label) || formatTarget(callbackUrl)}
              figure={`p95 ${formatDuration(p95)}`}
              bar={<Share share={p95 / most} tone="idle" />}
            />
          ))}
        </Lines>
      </Card>
    </div>
  );
}

function Lines({ nothing, children }: { nothing: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="py-1.5 text-soft text-sm">{nothing}</p>;
  return <ul className="-mx-2 grid grid-cols-1 gap-0.5">{children}</ul>;
}

type LineProps = {
  href: string;
  name: ReactNode;
  figure: string;
  bar: ReactNode;
  more?: string | undefined;
  title?: string;
};

function Line({ href, name, figure, bar, more, title }: LineProps) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        title={title}
        className="tap block rounded-md px-2 py-1.5 hover:bg-hover"
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className="min-w-0 truncate">{name}</span>
          <span className="whitespace-nowrap text-soft text-sm tabular-nums">{figure}</span>
        </span>
        {bar}
        {more && <span className="mt-1 block text-faint text-xs tabular-nums">{more}</span>}
      </Link>
    </li>
  );
}

const tones = {
  bad: "fill-plot-failed",
  idle: "fill-field",
};

/** Draws a share of a whole as a thin bar. */
function Share({ share, tone }: { share: number; tone: keyof typeof tones }) {
  return (
    <svg aria-hidden="true" className="mt-1 block w-full" height="4">
      <rect width="100%" height="4" rx="2" className="fill-idle-wash" />
      <rect
        width={`${share && Math.max(share, 0.01) * 100}%`}
        height="4"
        rx="2"
        className={tones[tone]}
      />
    </svg>
  );
}

/** Draws deliveries as a stacked bar in the colours of the chart. */
function Parts({ counts }: { counts: Counts }) {
  const keys = deliveryParts.map(({ key }) => key);
  const percent = (some: readonly Outcome[]) =>
    `${(100 * sumOf([counts], ...some)) / Math.max(sumOf([counts], ...keys), 1)}%`;
  return (
    <svg aria-hidden="true" className="mt-1 block w-full" height="4">
      {keys.map((key, n) => (
        <rect
          key={key}
          x={percent(keys.slice(0, n))}
          width={percent([key])}
          height="4"
          className={outcomes[key].fill || "fill-plot-failed"}
        />
      ))}
    </svg>
  );
}
