"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { settingsQueries } from "@/lib/settings/queries";

/** What people call a webhook; nothing of one without a label, and of an address that is no webhook. */
export function useLabels(): (webhookId: string | undefined) => string | undefined {
  const { data } = useQuery(settingsQueries.list());
  return useMemo(() => {
    const labels = new Map(data?.map(({ webhookId, label }) => [webhookId, label]));
    return (webhookId = "") => labels.get(webhookId) || undefined;
  }, [data]);
}
