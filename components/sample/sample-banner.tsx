"use client";

import { useQuery } from "@tanstack/react-query";
import { sampleQueries } from "@/lib/sample/queries";
import { SampleNotice } from "./sample-notice";

/** Says that part of what is shown never happened, for as long as it is there. Loaded late, it would push the page down. */
export function SampleBanner() {
  const { data } = useQuery(sampleQueries.status());
  return data?.present && <SampleNotice />;
}
