"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { settingsQueries } from "./queries";

/** Returns a look-up of the label of a webhook: undefined without a label or a webhook. */
export function useLabels(): (webhookId: string | undefined) => string | undefined {
  const { data } = useQuery(settingsQueries.list());
  return useMemo(() => {
    const labels = new Map(data?.map(({ webhookId, label }) => [webhookId, label]));
    return (webhookId = "") => labels.get(webhookId) || undefined;
  }, [data]);
}
