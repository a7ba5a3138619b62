"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isolateName } from "@/lib/format";
import { settingsQueries } from "./queries";

/** Returns a look-up of the label of a webhook, for use beside other words: undefined without a label or a webhook. */
export function useLabels(): (webhookId: string | undefined) => string | undefined {
  const { data: shown } = useQuery(settingsQueries.shown());
  const { data } = useQuery(settingsQueries.list());
  return useMemo(() => {
    const all = [...(shown ?? []), ...(data ?? [])];
    const labels = new Map(all.map(({ webhookId, label }) => [webhookId, isolateName(label)]));
    return (webhookId = "") => labels.get(webhookId) || undefined;
  }, [shown, data]);
}
