"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { sampleQueries, useRemoveSampleData } from "@/lib/sample/queries";
import { useMay } from "@/lib/session/queries";

/** Marks sample data in the header while there is any, and removes it. */
export function SampleChip() {
  const { data } = useQuery(sampleQueries.status());
  const remove = useRemoveSampleData();
  const mayRemove = useMay("admin");
  if (!data?.present) return null;
  return (
    <Popover
      label="Sample data"
      align="end"
      trigger={
        <button
          type="button"
          aria-label="Sample data"
          className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border border-line border-dashed px-2.5 text-soft text-sm hover:bg-hover hover:text-ink"
        >
          <FlaskConical aria-hidden="true" className="size-4" />
          <span className="max-lg:sr-only">Sample data</span>
        </button>
      }
    >
      <div className="grid w-64 justify-items-start gap-3">
        <p>
          <span className="font-medium">Sample data is shown.</span>{" "}
          <span className="text-soft">
            Its webhooks and two weeks of deliveries have an account of their own. It is never sent.
          </span>
        </p>
        {remove.error && (
          <p role="alert" className="text-bad text-sm">
            Sample data was not removed: {remove.error.message}
          </p>
        )}
        {mayRemove && (
          <Button size="small" disabled={remove.isPending} onClick={() => remove.mutate()}>
            {remove.isPending ? "Removing…" : "Remove sample data"}
          </Button>
        )}
      </div>
    </Popover>
  );
}
