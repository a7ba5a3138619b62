"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { Popover } from "@/components/ui/popover";
import { preloadable } from "@/components/ui/preloadable";
import { sampleQueries } from "@/lib/sample/queries";

const SampleNotice = preloadable(() => import("./sample-notice").then((made) => made.SampleNotice));

/** Marks sample data in the header while there is any. */
export function SampleChip() {
  const { data } = useQuery(sampleQueries.status());
  if (!data?.present) return null;
  return (
    <Popover
      label="Sample data"
      align="end"
      preload={SampleNotice.preload}
      trigger={
        <button
          type="button"
          aria-label="Sample data"
          className="tap-area inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border border-line border-dashed px-2.5 text-soft text-sm hover:bg-hover hover:text-ink"
        >
          <FlaskConical aria-hidden="true" className="size-4" />
          <span className="max-lg:sr-only">Sample data</span>
        </button>
      }
    >
      <SampleNotice />
    </Popover>
  );
}
