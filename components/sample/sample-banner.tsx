"use client";

import { useQuery } from "@tanstack/react-query";
import { sampleQueries } from "@/lib/sample/queries";
import { SampleNotice } from "./sample-notice";

/** Marks sample data while there is any. Its query is prefetched, because late loading would shift the page. */
export function SampleBanner() {
  const { data } = useQuery(sampleQueries.status());
  return data?.present && <SampleNotice />;
}
