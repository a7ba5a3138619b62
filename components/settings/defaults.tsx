"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ProblemCard } from "@/components/shell/problem-card";
import { useSteady } from "@/components/shell/use-steady";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount, formatPlural } from "@/lib/format";
import { type System, systemQueries } from "@/lib/system/queries";
import { waitWords } from "./wait-words";

/** What holds for the whole installation. Whoever runs it sets this in the environment. */
export function Defaults() {
  const { data, failure } = useSteady(useQuery(systemQueries.read()));
  return (
    <Card
      title="Defaults in force"
      hint="For all webhooks and accounts. Set by the environment of the server, not here."
    >
      {failure && <ProblemCard what="Defaults could not be loaded" {...failure} />}
      {!data && !failure && <Skeleton className="h-64 w-full" />}
      {data && (
        <dl className="divide-y divide-line">
          {linesOf(data).map(({ name, value, variable }) => (
            <div key={name} className="grid gap-x-4 py-2.5 sm:grid-cols-[12rem_1fr_auto]">
              <dt className="text-soft">{name}</dt>
              <dd>{value}</dd>
              <dd className="font-mono text-faint text-xs">{variable}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-3 text-soft text-sm">
        Time limit, concurrency, rate and headers are set webhook by webhook;{" "}
        <Link href="/system" className="text-accent underline underline-offset-2">
          System
        </Link>{" "}
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
    { name: "Time limit", value: "15 s for an attempt, 1 to 30 s by webhook", variable: "fixed" },
    {
      name: "Log kept for",
      value: formatPlural(retention.days, "day"),
      variable: "RETENTION_DAYS",
    },
    {
      name: "Webhooks per account",
      value: number("WEBHOOKS_PER_ACCOUNT"),
      variable: "WEBHOOKS_PER_ACCOUNT",
    },
    {
      name: "Requests of a key",
      value: `${number("REQUESTS_PER_MINUTE")} a minute, publishing aside`,
      variable: "REQUESTS_PER_MINUTE",
    },
    {
      name: "Due deliveries",
      value: `${number("BACKLOG_LIMIT")} before publishing is refused`,
      variable: "BACKLOG_LIMIT",
    },
    {
      name: "Callbacks over http",
      value: values.get("CALLBACK_HTTPS_ONLY") === "true" ? "refused" : "allowed",
      variable: "CALLBACK_HTTPS_ONLY",
    },
  ];
}
