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

/** As a `ProblemCard` takes it. */
export type Failure = { error: Error; retry: () => void; busy: boolean };
type Steady<Data> = { data?: Data; failure?: Failure };

/**
 * What a query holds, and why it failed. A query that never had data forgets its error each time it is asked again;
 * here it stays until there is data, so that a card does not slip away from under the pointer.
 */
export function useSteady<Data>(query: Read<Data>): Steady<Data> {
  const { data, error, errorUpdateCount, isPlaceholderData, isFetching, refetch } = query;
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  const hasData = data !== undefined && !isPlaceholderData;
  const kept = error ?? (errorUpdateCount > 0 && !hasData ? last : null);
  if (!kept) return data === undefined ? {} : { data };
  const failure = { error: kept, retry: () => void refetch(), busy: isFetching };
  return hasData ? { data, failure } : { failure };
}

/** Of several that are shown as one: the first failure, and one more try for each that failed. */
export function together(queries: readonly Steady<unknown>[]): Failure | undefined {
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
