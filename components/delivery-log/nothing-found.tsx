"use client";

import { Button } from "@/components/ui/button";
import { spanNames } from "./filter-words";
import type { LogView } from "./use-log-view";

/** The filters that let nothing through stand above it, each with its cross. */
export function NothingFound({ log }: { log: LogView }) {
  const { since } = log.view;
  const narrow = since !== null && since !== "7d" && since !== "30d";
  return (
    <div className="rounded-lg border border-line bg-raised px-5 py-12 text-center shadow-low">
      <h2 className="font-semibold text-lg">No delivery matches</h2>
      <p className="mt-1 mb-5 text-soft">
        {narrow
          ? `Nothing fits in the ${spanNames[since].toLowerCase()}. Look further back, or take off a filter.`
          : "Take off one of the filters above, or all of them."}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {narrow && (
          <Button look="primary" onClick={() => void log.setFilters({ since: "7d" })}>
            Widen to 7 days
          </Button>
        )}
        <Button onClick={log.clear}>Clear filters</Button>
      </div>
    </div>
  );
}
