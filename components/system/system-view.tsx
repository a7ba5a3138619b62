"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/shell/page-header";
import { ProblemCard } from "@/components/shell/problem-card";
import { useSteady } from "@/components/shell/use-steady";
import { Moment } from "@/components/time/moment";
import { type System, systemQueries } from "@/lib/system/queries";
import { BreakerTable } from "./breaker-table";
import { judges, type Part } from "./judged";
import { PartTile } from "./part-tile";
import { reachOf } from "./reach";
import { SettingsTable } from "./settings-table";
import { systemHint } from "./system-hint";
import { SystemSkeleton } from "./system-skeleton";
import { Throughput } from "./throughput";
import { WorkerTable } from "./worker-table";

const everyMs = 5000;

export function SystemView() {
  const { data, failure } = useSteady(
    useQuery({
      ...systemQueries.read(),
      refetchInterval: everyMs,
      retry: false,
    }),
  );
  return (
    <>
      <PageHeader title="System" hint={systemHint} />
      {failure && (
        <div className="mb-6">
          <ProblemCard what={reachOf(failure.error).title} {...failure} />
        </div>
      )}
      {!data && !failure && <SystemSkeleton />}
      {(data || failure) && <Parts parts={partsOf(data, failure?.error)} />}
      {data && (
        <div className="mt-6 grid grid-cols-1 gap-6">
          {failure && (
            <p className="text-soft text-sm">
              What follows is as it was at <Moment at={data.now} />.
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

/** What is out of reach is named as such; nothing old is told of it. */
function partsOf(data: System | undefined, error: Error | undefined): Part[] {
  if (error) return reachOf(error).parts;
  return data ? [apiPart(data), ...judges.map((judge) => judge(data))] : [];
}

function apiPart({ version }: System): Part {
  return { name: "API", tone: "good", value: "Answers", detail: `version ${version}` };
}

function Parts({ parts }: { parts: Part[] }) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {parts.map((part) => (
        <PartTile key={part.name} part={part} />
      ))}
    </ul>
  );
}
