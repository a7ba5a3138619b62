"use client";

import { useQuery } from "@tanstack/react-query";
import { ProblemCard } from "@/components/page/problem-card";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Skeleton } from "@/components/ui/skeleton";
import { type AttemptDetail, deliveryQueries } from "@/lib/deliveries/queries";
import { ChangeTable } from "./change-table";
import { bodyChanges, headerChanges } from "./changes";
import { resultWords } from "./result";

type Props = { id: string; a: number; b: number };

/** Two attempts of one delivery, side by side. */
export function Comparison({ id, a, b }: Props) {
  const first = useStableQuery(useQuery(deliveryQueries.attempt(id, a)));
  const second = useStableQuery(useQuery(deliveryQueries.attempt(id, b)));
  if (!first.data || !second.data) {
    const failure = first.failure ?? second.failure;
    if (!failure) return <Skeleton className="h-80 w-full rounded-md" />;
    return <ProblemCard what="The attempts could not be loaded" {...failure} />;
  }
  return <Sides before={first.data} after={second.data} />;
}

type SidesProps = { before: AttemptDetail; after: AttemptDetail };

/** Parts that differ; the others are named in one line. */
function Sides({ before, after }: SidesProps) {
  const names = [`Attempt ${before.number}`, `Attempt ${after.number}`] as const;
  const parts = partsOf(before, after);
  const equal = parts.filter(({ changes }) => changes.length === 0).map(({ name }) => name);
  return (
    <div className="grid grid-cols-1 gap-5">
      {parts
        .filter(({ changes }) => changes.length > 0)
        .map(({ name, changes }) => (
          <section key={name} className="min-w-0">
            <h2 className="mb-1.5 font-semibold">{name}</h2>
            <ChangeTable
              caption={`Changes of the ${name.toLowerCase()}`}
              names={names}
              changes={changes}
            />
          </section>
        ))}
      <p className="text-soft text-sm">
        No differences: {[...equal, "Request body"].join(", ").toLowerCase()}.
      </p>
    </div>
  );
}

function partsOf(before: AttemptDetail, after: AttemptDetail) {
  return [
    { name: "Outcome", changes: headerChanges(outcomeOf(before), outcomeOf(after)) },
    { name: "Response body", changes: bodyChanges(before.response, after.response) },
    {
      name: "Response headers",
      changes: headerChanges(before.response?.headers, after.response?.headers),
    },
    {
      name: "Request headers",
      changes: headerChanges(before.request?.headers, after.request?.headers),
    },
  ];
}

/** Result and target. Start and duration differ between any two attempts, so they are no change. */
function outcomeOf({ request, ...outcome }: AttemptDetail): [string, string][] {
  const result: [string, string] = ["result", resultWords(outcome) ?? "none"];
  return request ? [result, ["sent to", request.url]] : [result];
}
