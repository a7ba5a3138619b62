"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Suspense } from "react";
import { sampleQueries } from "@/lib/sample/queries";

const SampleNotice = dynamic(() => import("./sample-notice").then((it) => it.SampleNotice));

/** Says that part of what is shown never happened, for as long as it is there. */
export function SampleBanner() {
  const { data } = useQuery(sampleQueries.status());
  return <Suspense>{data?.present && <SampleNotice />}</Suspense>;
}
