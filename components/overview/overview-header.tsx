"use client";

import { LiveIndicator } from "@/components/live/live-indicator";
import { PageHeader } from "@/components/page/page-header";
import { Ago } from "@/components/time/moment";
import { useNow } from "@/components/time/use-now";
import { RangeSwitch } from "./range-switch";
import { useStats } from "./use-stats";

export function OverviewHeader() {
  return (
    <PageHeader
      title="Overview"
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Updated />
          <LiveIndicator />
          <RangeSwitch />
        </div>
      }
    />
  );
}

function Updated() {
  const { dataUpdatedAt } = useStats();
  const now = useNow();
  if (dataUpdatedAt === 0) return null;
  return (
    <span className="text-faint text-sm max-sm:hidden">
      Updated <Ago at={new Date(Math.min(dataUpdatedAt, now)).toISOString()} />
    </span>
  );
}
