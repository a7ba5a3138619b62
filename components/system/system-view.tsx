"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, type LucideIcon, OctagonX, TriangleAlert } from "lucide-react";
import { PageHeader } from "@/components/page/page-header";
import { ProblemCard } from "@/components/page/problem-card";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Moment } from "@/components/time/moment";
import type { Tone } from "@/components/ui/badge";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { Notice } from "@/components/ui/notice";
import { dot } from "@/lib/format";
import { Problem } from "@/lib/protocol/problem";
import { type System, systemQueries } from "@/lib/system/queries";
import { BreakerTable } from "./breaker-table";
import type { Part } from "./sending-parts";
import { SettingsTable } from "./settings-table";
import { systemParts } from "./system-parts";
import { SystemSkeleton } from "./system-skeleton";
import { Throughput } from "./throughput";
import { WorkerTable } from "./worker-table";

const everyMs = 5000;

const warnings: Record<System["warnings"][number], { title: string; text: string }> = {
  proxy_ignored: {
    title: "TRUST_PROXY does not count the proxy in front",
    text: "Requests carry X-Forwarded-For, and Postback ignores it. All of them seem to come from the proxy, so wrong passwords of one stranger lock out every new browser. Set TRUST_PROXY to the number of proxies in front of Postback, and restart.",
  },
  disk_full: {
    title: "The disk of the database is full",
    text: "In the last minute Postgres could not store something for lack of space. Events are refused with 503, and deliveries wait. Free space on the disk of Postgres, or keep the log for a shorter time with RETENTION_DAYS. Postback then continues by itself.",
  },
};

export function SystemView() {
  const { data, failure } = useStableQuery(
    useQuery({
      ...systemQueries.read(),
      refetchInterval: everyMs,
      retry: false,
    }),
  );
  return (
    <>
      <PageHeader title="System" />
      {failure && (
        <div className="mb-6">
          <ProblemCard what={reachOf(failure.error).title} {...failure} />
        </div>
      )}
      {data?.warnings.map((warning) => (
        <div key={warning} className="mb-6">
          <Notice tone="warn" role="status" title={warnings[warning].title}>
            {warnings[warning].text}
          </Notice>
        </div>
      ))}
      {!data && !failure && <SystemSkeleton />}
      {(data || failure) && <Parts parts={partsOf(data, failure?.error)} />}
      {data && (
        <div className="mt-4 grid grid-cols-1 gap-4">
          {failure && (
            <p className="text-soft text-sm">
              Last known state, from <Moment at={data.now} />.
            </p>
          )}
          <Throughput minutes={data.throughput} now={data.now} claimMs={data.queue.claimP95Ms} />
          <BreakerTable breakers={data.breakers} />
          <WorkerTable workers={data.workers} />
          <SettingsTable settings={data.settings} />
        </div>
      )}
    </>
  );
}

/** Returns the status tiles. Unreachable parts show no stale values. */
function partsOf(data: System | undefined, error: Error | undefined): Part[] {
  if (error) return reachOf(error).parts;
  return data ? [apiPart(data), ...systemParts.map((partOf) => partOf(data))] : [];
}

function apiPart({ version, commit }: System): Part {
  // As git abbreviates it.
  const build = commit ? `${dot}${commit.slice(0, 7)}` : "";
  return { name: "API", tone: "good", value: "Running", detail: `version ${version}${build}` };
}

function Parts({ parts }: { parts: Part[] }) {
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {parts.map((part) => (
        <PartTile key={part.name} part={part} />
      ))}
    </ul>
  );
}

const signs: Record<Tone, { icon: LucideIcon; ink: string; word: string }> = {
  good: { icon: CircleCheck, ink: "text-good", word: "Good" },
  warn: { icon: TriangleAlert, ink: "text-warn", word: "Needs attention" },
  bad: { icon: OctagonX, ink: "text-bad", word: "Broken" },
  busy: { icon: CircleDashed, ink: "text-busy", word: "Busy" },
  idle: { icon: CircleDashed, ink: "text-faint", word: "Unknown" },
};

function PartTile({ part: { name, tone, value, detail, href } }: { part: Part }) {
  const { icon: Icon, ink, word } = signs[tone];
  return (
    <li
      className={`relative min-w-0 rounded-lg border bg-raised px-4 py-3 shadow-low ${tone === "bad" ? "border-bad/40" : "border-line"}`}
    >
      <h2 className="flex items-center gap-1.5 font-medium text-soft text-sm">
        <Icon aria-hidden="true" className={`size-4 ${ink}`} />
        {href ? (
          <HoverPrefetchLink
            href={href}
            className="rounded-sm after:absolute after:inset-0 hover:underline"
          >
            {name}
          </HoverPrefetchLink>
        ) : (
          name
        )}
        <span className="sr-only">: {word}</span>
      </h2>
      <p className="mt-1 truncate font-semibold text-lg tabular-nums">{value}</p>
      <p className="wrap-anywhere min-h-10 text-pretty text-faint text-sm">
        <Wrapping text={detail} />
      </p>
    </li>
  );
}

/** A text that wraps after underscores, such as the name of a migration. */
function Wrapping({ text }: { text: string }) {
  const end = text.indexOf("_") + 1;
  if (end === 0) return text;
  return (
    <>
      {text.slice(0, end)}
      <wbr />
      <Wrapping text={text.slice(end)} />
    </>
  );
}

const unknown = (name: string): Part => ({
  name,
  tone: "idle",
  value: "Unknown",
  detail: "not available",
});

/** Returns the title and the tiles after a failure. A response with a request id came from the web process. */
function reachOf(error: Error): { title: string; parts: Part[] } {
  const answered = error instanceof Problem && error.requestId !== undefined;
  const away = error instanceof Problem && error.code === 50300;
  const rest = [unknown("Queue"), unknown("Workers")];
  if (!answered) {
    return {
      title: "Postback does not respond",
      parts: [
        { name: "API", tone: "bad", value: "No response", detail: "unreachable from this browser" },
        unknown("Database"),
        ...rest,
      ],
    };
  }
  const api: Part = { name: "API", tone: "good", value: "Running", detail: "web process responds" };
  const database: Part = away
    ? { name: "Database", tone: "bad", value: "Unreachable", detail: "no response" }
    : unknown("Database");
  return {
    title: away ? "The database is unreachable" : "System status could not be loaded",
    parts: [api, database, ...rest],
  };
}
