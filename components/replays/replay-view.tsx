"use client";

import { useQuery } from "@tanstack/react-query";
import { FailedPage } from "@/components/shell/failed-page";
import { PageHeader } from "@/components/shell/page-header";
import { ProblemCard } from "@/components/shell/problem-card";
import { useSteady } from "@/components/shell/use-steady";
import { formatPlural } from "@/lib/format";
import { type Replay, replayQueries } from "@/lib/replays/queries";
import { ChoiceWords } from "./choice-words";
import { ReplayBadge } from "./replay-badge";
import { ReplayDeliveries } from "./replay-deliveries";
import { ReplayFacts } from "./replay-facts";
import { ReplayFigures } from "./replay-figures";
import { ReplaySkeleton } from "./replay-skeleton";
import { StopReplay } from "./stop-replay";

const back = { href: "/replays", label: "Replays" };

/** One job, from its start to its end, without reloading. */
export function ReplayView({ id }: { id: string }) {
  const { data, failure } = useSteady(
    useQuery({
      ...replayQueries.one(id),
      refetchInterval: ({ state }) => isOpen(state.data) && 700,
    }),
  );
  if (!data) {
    if (!failure) return <ReplaySkeleton />;
    return (
      <FailedPage back={back} title="Replay" what="The replay could not be loaded" {...failure} />
    );
  }
  const problem = failure && <ProblemCard what="The replay could not be loaded" {...failure} />;
  return (
    <>
      <PageHeader
        back={back}
        title={`Replay of ${formatPlural(data.total, "delivery", "deliveries")}`}
        badge={<ReplayBadge replay={data} />}
        hint={<ChoiceWords choice={data} asOf={data.asOf} />}
        actions={<StopReplay replay={data} />}
      />
      <div className="grid grid-cols-1 gap-6">
        {problem}
        <ReplayFigures replay={data} />
        <ReplayFacts replay={data} />
        <ReplayDeliveries replay={data} />
      </div>
    </>
  );
}

function isOpen(replay: Replay | undefined): boolean {
  return replay !== undefined && !replay.finishedAt;
}
