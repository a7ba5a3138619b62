"use client";

import { useQuery } from "@tanstack/react-query";
import { ReadProblem } from "@/components/page/read-problem";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Card } from "@/components/ui/card";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount, formatPlural, formatQuantity } from "@/lib/format";
import { type System, systemQueries } from "@/lib/system/queries";

/** Defaults of the installation, set in the environment. */
export function Defaults() {
  const { data, failure } = useStableQuery(useQuery(systemQueries.read()));
  return (
    <Card
      title="Current defaults"
      hint="Apply to all webhooks and accounts. Set in the server's environment."
    >
      <ReadProblem what="Defaults" failure={failure} hasData={data !== undefined} />
      {!data && !failure && <Skeleton className="h-64 w-full" />}
      {data && (
        <dl className="divide-y divide-line">
          {linesOf(data).map(({ name, value, variable }) => (
            <div
              key={name}
              className="grid items-baseline gap-x-4 py-2.5 sm:grid-cols-[12rem_1fr_auto]"
            >
              <dt className="text-soft">{name}</dt>
              <dd>{value}</dd>
              <dd className="font-mono text-faint text-xs">{variable}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-3 text-soft text-sm">
        Timeout, concurrency, rate and headers are set per webhook;{" "}
        <HoverPrefetchLink href="/system" className="text-accent underline underline-offset-2">
          System
        </HoverPrefetchLink>{" "}
        lists every variable.
      </p>
    </Card>
  );
}

function linesOf({ settings, retryWaitsSeconds, retention }: System) {
  const values = new Map(settings.map(({ name, value }) => [name, value]));
  const number = (name: string) => formatCount(Number(values.get(name)));
  return [
    {
      name: "Retries",
      value: `${retryWaitsSeconds.length + 1} attempts, after ${retryWaitsSeconds.map(waitWords).join(", ")}`,
      variable: "fixed",
    },
    {
      name: "Timeout",
      value: `${formatQuantity(15, "s")} per attempt, 1 to ${formatQuantity(30, "s")} per webhook`,
      variable: "fixed",
    },
    {
      name: "Retention",
      value: formatPlural(retention.days, "day"),
      variable: "RETENTION_DAYS",
    },
    {
      name: "Webhooks per account",
      value: number("WEBHOOKS_PER_ACCOUNT"),
      variable: "WEBHOOKS_PER_ACCOUNT",
    },
    {
      name: "Requests per key",
      value: `${number("REQUESTS_PER_MINUTE")} per minute, excluding publishing`,
      variable: "REQUESTS_PER_MINUTE",
    },
    {
      name: "Due deliveries",
      value: `${number("BACKLOG_LIMIT")} before publishing is refused`,
      variable: "BACKLOG_LIMIT",
    },
    {
      name: "Due deliveries per account",
      value: `${number("BACKLOG_PER_ACCOUNT")} before publishing is refused`,
      variable: "BACKLOG_PER_ACCOUNT",
    },
    {
      name: "Callbacks over http",
      value: values.get("CALLBACK_HTTPS_ONLY") === "true" ? "refused" : "allowed",
      variable: "CALLBACK_HTTPS_ONLY",
    },
  ];
}

/** "5 s", "30 min", "14 h" */
function waitWords(seconds: number): string {
  if (seconds < 60) return formatQuantity(seconds, "s");
  return seconds < 3600 ? formatQuantity(seconds / 60, "min") : formatQuantity(seconds / 3600, "h");
}
