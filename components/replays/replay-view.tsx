"use client";

import { FailedPage } from "@/components/page/failed-page";
import { PageHeader } from "@/components/page/page-header";
import { PageSkeleton } from "@/components/page/page-skeleton";
import { ProblemCard } from "@/components/page/problem-card";
import { Moment } from "@/components/time/moment";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount, formatPlural } from "@/lib/format";
import type { Replay } from "@/lib/replays/queries";
import { ChoiceWords } from "./choice-words";
import { PausedNote } from "./paused-note";
import { ReplayBadge } from "./replay-badge";
import { ReplayDeliveries } from "./replay-deliveries";
import { ReplayFigures } from "./replay-figures";
import { StopReplay } from "./stop-replay";
import { useRunningReplay } from "./use-running-replay";

/** One replay with live progress. */
export function ReplayView({ id }: { id: string }) {
  const { data, failure } = useRunningReplay(id);
  if (!data) {
    if (!failure) return <ReplaySkeleton />;
    return <FailedPage title="Replay" what="The replay could not be loaded" {...failure} />;
  }
  const problem = failure && <ProblemCard what="The replay could not be refreshed" {...failure} />;
  return (
    <>
      <PageHeader
        title={`Replay of ${formatPlural(data.total, "delivery", "deliveries")}`}
        badge={<ReplayBadge replay={data} />}
        hint={<ChoiceWords choice={data} asOf={data.asOf} />}
        actions={<StopReplay replay={data} />}
      />
      <div className="grid grid-cols-1 gap-6">
        {problem}
        {data.failure && <ProblemCard what="The replay failed" error={new Error(data.failure)} />}
        {data.held?.paused ? <PausedNote filter={data.filter} held={data.held.paused} /> : null}
        <ReplayFigures replay={data} />
        <ReplayFacts replay={data} />
        <ReplayDeliveries replay={data} />
      </div>
    </>
  );
}

function ReplayFacts({ replay }: { replay: Replay }) {
  const { id, ratePerSecond, createdAt, finishedAt, asOf } = replay;
  return (
    <Facts>
      <Fact name="Started">
        <Moment at={createdAt} />
      </Fact>
      <Fact name="Ended">{finishedAt ? <Moment at={finishedAt} /> : "not yet"}</Fact>
      <Fact name="Rate">{formatCount(ratePerSecond)} a second</Fact>
      {asOf && (
        <Fact name="Counted at">
          <Moment at={asOf} />
        </Fact>
      )}
      <Fact name="Replay" wide>
        <code className="truncate font-mono text-xs">{id}</code>
        <CopyButton text={id} label="Copy replay id" />
      </Fact>
    </Facts>
  );
}

function ReplaySkeleton() {
  return (
    <PageSkeleton>
      <div className="grid gap-6">
        <Skeleton className="h-38 w-full rounded-lg" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </PageSkeleton>
  );
}
