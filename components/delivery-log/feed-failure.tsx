"use client";

import { ProblemCard } from "@/components/shell/problem-card";
import type { LogFeed } from "./use-log-rows";

/** The rows that are known stay below it. */
export function FeedFailure({ feed: { failure, list, refresh } }: { feed: LogFeed }) {
  if (!failure) return null;
  return (
    <ProblemCard
      what="Deliveries could not be loaded"
      error={failure}
      retry={() => (list.error ? void list.refetch() : refresh())}
      busy={list.isFetching}
    />
  );
}
