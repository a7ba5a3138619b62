"use client";

import { useRouter } from "next/navigation";
import { memo, useMemo } from "react";
import { useLogLink } from "@/components/deliveries/use-log-link";
import { deliveriesOf, deliveryParts } from "@/components/stats/outcomes";
import { TimeBars } from "@/components/stats/time-bars";
import type { Stats } from "@/lib/stats/queries";
import { useRange } from "./use-range";

type Props = {
  stats: Stats;
  /** Totals of the period before, by bucket. */
  before: readonly number[] | undefined;
};

/** Outcomes of deliveries over time. Dragging zooms in; one bucket and the table open the log. */
export const Chart = memo(function Chart({ stats, before }: Props) {
  const logLink = useLogLink();
  const router = useRouter();
  const { choose } = useRange();
  const deliveries = useMemo(() => deliveriesOf(stats), [stats]);
  return (
    <figure className="px-4 py-3">
      <TimeBars
        id="overview"
        caption="Deliveries over time"
        heading={<h2 className="font-semibold text-base">Deliveries over time</h2>}
        {...deliveries}
        parts={deliveryParts}
        to={stats.to}
        before={before}
        onOpen={(range) => router.push(logLink(range))}
        onZoom={choose}
        linkOf={logLink}
      />
    </figure>
  );
});
