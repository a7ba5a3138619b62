"use client";

import { useState } from "react";

type Read<Data> = {
  data: Data | undefined;
  error: Error | null;
  errorUpdateCount: number;
  isPlaceholderData: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

/** Props of a `ProblemCard`. */
export type Failure = { error: Error; retry: () => void; busy: boolean };
type QueryState<Data> = { data?: Data; failure?: Failure };

/**
 * Returns the data of a query and its failure. React Query clears the error of a query without data on each refetch;
 * here it stays until there is data, so that the error card does not flicker.
 */
export function useStableQuery<Data>(query: Read<Data>): QueryState<Data> {
  const { data, error, errorUpdateCount, isPlaceholderData } = query;
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  const hasData = data !== undefined && !isPlaceholderData;
  const kept = error ?? (errorUpdateCount > 0 && !hasData ? last : null);
  if (!kept) return data === undefined ? {} : { data };
  // Read here only: a component renders again when a field that it has read changes, and `isFetching` often does.
  const failure = { error: kept, retry: () => void query.refetch(), busy: query.isFetching };
  return hasData ? { data, failure } : { failure };
}

/** Merges several queries shown as one: the first failure, and a retry of every failed query. */
export function mergeFailures(queries: readonly QueryState<unknown>[]): Failure | undefined {
  const failures = queries.flatMap(({ failure }) => failure ?? []);
  const [first] = failures;
  return (
    first && {
      error: first.error,
      retry: () => {
        for (const { retry } of failures) retry();
      },
      busy: failures.some(({ busy }) => busy),
    }
  );
}
