"use client";

import dynamic from "next/dynamic";
import { histogramQuery } from "./histogram-query";
import { HistogramSkeleton } from "./histogram-skeleton";
import type { LogView } from "./use-log-view";

const Histogram = dynamic(() => import("./histogram").then((m) => m.Histogram), {
  loading: () => <HistogramSkeleton />,
});

/** Above the rows, for filters whose figures there are. */
export function LogHistogram({ log }: { log: LogView }) {
  if (!histogramQuery(log.view, 0)) return null;
  return <Histogram log={log} />;
}
