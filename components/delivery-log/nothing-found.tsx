"use client";

import type { LogView } from "@/components/log-view/use-log-view";
import { spanNames } from "@/components/time/span-names";
import { Button } from "@/components/ui/button";

/** In place of the rows when the filters match none: ways to widen them. */
export function NothingFound({ filters: { view, setFilters, clear } }: { filters: LogView }) {
  const { since } = view;
  const narrow = since !== null && since !== "7d" && since !== "30d";
  return (
    <div className="rounded-lg border border-line bg-raised px-5 py-12 text-center shadow-low">
      <h2 className="font-semibold text-lg">No delivery matches</h2>
      <p className="mt-1 mb-5 text-soft">
        {narrow
          ? `No delivery in the ${spanNames[since].toLowerCase()} matches. Widen the time range or remove a filter.`
          : "Remove a filter, or clear all of them."}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {narrow && (
          <Button look="primary" onClick={() => setFilters({ since: "7d" })}>
            Widen to 7 days
          </Button>
        )}
        <Button onClick={clear}>Clear filters</Button>
      </div>
    </div>
  );
}
