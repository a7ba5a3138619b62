"use client";

import { useMemo } from "react";
import { usePreferences } from "@/components/preferences/preferences";
import { type LogColumn, logColumns } from "@/lib/deliveries/view";

/** Columns of a log and those that are hidden. A webhook's own log has no column for the webhook. */
export function useColumns(own: boolean) {
  const { chosen, choose } = usePreferences();
  const { hiddenColumns } = chosen;
  return useMemo(() => {
    const hidden = new Set(hiddenColumns.split(",") as LogColumn[]);
    const toggle = (column: LogColumn) => {
      const next = logColumns.filter((one) => hidden.has(one) !== (one === column));
      choose("hiddenColumns", next.join());
    };
    return { all: logColumns.filter((one) => !own || one !== "webhook"), hidden, toggle };
  }, [hiddenColumns, choose, own]);
}
