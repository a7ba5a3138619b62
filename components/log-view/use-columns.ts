"use client";

import { useMemo } from "react";
import { useChoose, usePreference } from "@/components/preferences/preferences";
import { type LogColumn, logColumns } from "@/lib/deliveries/view";

/** Columns of a log and those that are hidden. A webhook's own log has no column for the webhook. */
export function useColumns(own: boolean) {
  const hiddenColumns = usePreference("hiddenColumns");
  const choose = useChoose();
  return useMemo(() => {
    const hidden = new Set(hiddenColumns.split(",") as LogColumn[]);
    const all = logColumns.filter((one) => !own || one !== "webhook");
    /** Shows these columns of the log and hides its others. */
    const show = (shown: readonly LogColumn[]) => {
      const isHidden = (one: LogColumn) =>
        all.includes(one) ? !shown.includes(one) : hidden.has(one);
      choose("hiddenColumns", logColumns.filter(isHidden).join());
    };
    return { all, hidden, show };
  }, [hiddenColumns, choose, own]);
}
