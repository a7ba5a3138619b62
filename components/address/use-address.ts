"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { addressReader, type Fields, textsOf, type Values } from "./field";
import { changeQuery, readAhead, settle, type Way, watchAhead } from "./query-ahead";

type Change<F extends Fields> = { [Name in keyof F]?: Values<F>[Name] | null };
type Options = { history?: Way };

/**
 * Returns fields of the page's address, and a function that changes some of them; null removes one, or all. The page
 * is not loaded again.
 *
 * @param fields a constant
 */
export function useAddress<F extends Fields>(fields: F) {
  const query = useQueryText();
  const own = useMemo(() => {
    const params = new URLSearchParams(query);
    const pairs = Object.keys(fields).map((name) => [name, params.get(name)] as const);
    return new URLSearchParams(
      pairs.flatMap(([name, text]) => (text === null ? [] : [[name, text]])),
    );
  }, [fields, query]).toString();
  // The same object as long as these fields stay.
  const values = useMemo(() => addressReader(fields)(new URLSearchParams(own)), [fields, own]);
  const change = useCallback(
    (part: Change<F> | null, { history = "replace" }: Options = {}) => {
      changeQuery(textsOf(fields, part ?? nothing(fields)), history);
    },
    [fields],
  );
  return [values, change] as const;
}

/** Returns the query of the page, as it will be once a change that is under way is shown. */
export function useQueryText(): string {
  const shown = useSearchParams().toString();
  const path = usePathname();
  const ahead = useSyncExternalStore(watchAhead, readAhead, () => undefined);
  useEffect(() => settle(path, shown), [path, shown]);
  return ahead?.path === path ? ahead.query : shown;
}

function nothing<F extends Fields>(fields: F): Change<F> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, null])) as Change<F>;
}
