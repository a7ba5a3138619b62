"use client";

import { useQuery } from "@tanstack/react-query";
import { ProblemCard } from "@/components/page/problem-card";
import { useStableQuery } from "@/components/page/use-stable-query";
import { useTimes } from "@/components/time/zone";
import { Skeleton } from "@/components/ui/skeleton";
import { type AttemptDetail, deliveryQueries } from "@/lib/deliveries/queries";
import { formatDuration } from "@/lib/format";
import { ChangeTable } from "./change-table";
import { bodyChanges, headerChanges } from "./changes";
import { Part } from "./part";
import { resultWords } from "./result";

type Level = "h2" | "h4";
type Props = { id: string; a: number; b: number; level?: Level };

/** Two attempts of one delivery, side by side. */
export function Comparison({ id, a, b, level = "h4" }: Props) {
  const first = useStableQuery(useQuery(deliveryQueries.attempt(id, a)));
  const second = useStableQuery(useQuery(deliveryQueries.attempt(id, b)));
  if (!first.data || !second.data) {
    const failure = first.failure ?? second.failure;
    if (!failure) return <Skeleton className="h-80 w-full rounded-md" />;
    return <ProblemCard what="The attempts could not be loaded" {...failure} />;
  }
  return <Sides before={first.data} after={second.data} level={level} />;
}

type SidesProps = { before: AttemptDetail; after: AttemptDetail; level: Level };

function Sides({ before, after, level }: SidesProps) {
  const names = [`Attempt ${before.number}`, `Attempt ${after.number}`] as const;
  const { moment } = useTimes();
  const outcome = headerChanges(outcomeOf(before, moment), outcomeOf(after, moment));
  const { request: sentBefore, response: answerBefore } = before;
  const { request: sentAfter, response: answerAfter } = after;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Part name="Outcome" level={level}>
        <ChangeTable caption="Changes of the outcome" names={names} changes={outcome} />
      </Part>
      <Part name="Request headers" level={level}>
        <ChangeTable
          caption="Changes of the request headers"
          names={names}
          changes={headerChanges(sentBefore?.headers, sentAfter?.headers)}
        />
      </Part>
      <Part name="Response headers" level={level}>
        <ChangeTable
          caption="Changes of the response headers"
          names={names}
          changes={headerChanges(answerBefore?.headers, answerAfter?.headers)}
        />
      </Part>
      <Part name="Response body" level={level}>
        <ChangeTable
          caption="Changes of the response body"
          names={names}
          changes={bodyChanges(answerBefore, answerAfter)}
        />
      </Part>
      <p className="text-soft text-sm">The request body is identical in every attempt.</p>
    </div>
  );
}

type FormatTime = (iso: string) => string;

function outcomeOf(
  { startedAt, durationMs, request, ...outcome }: AttemptDetail,
  moment: FormatTime,
) {
  const rows: [string, string][] = [
    ["result", resultWords(outcome) ?? "none"],
    ["started", moment(startedAt)],
    ["took", formatDuration(durationMs)],
  ];
  if (request) rows.push(["sent to", request.url]);
  return rows;
}
