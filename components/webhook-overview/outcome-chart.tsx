"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { logLink } from "@/components/deliveries/log-link";
import { useRange } from "@/components/overview/use-range";
import { deliveriesOf, deliveryParts } from "@/components/stats/outcomes";
import { TimeBars, type TimeRange } from "@/components/stats/time-bars";
import type { Stats } from "@/lib/stats/queries";

type Props = { id: string; stats: Stats };

/** Results of a webhook's deliveries over time. Dragging zooms in; one bucket and the table open its log. */
export function OutcomeChart({ id, stats }: Props) {
  const router = useRouter();
  const { choose } = useRange();
  const deliveries = useMemo(() => deliveriesOf(stats), [stats]);
  const linkOf = (range: TimeRange) => logLink(range, `/webhooks/${id}/deliveries`);
  return (
    <figure className="rounded-lg border border-line bg-raised px-4 py-3 shadow-low">
      <TimeBars
        id="webhook"
        caption="Deliveries over time"
        heading={<h2 className="font-semibold text-base">Deliveries over time</h2>}
        {...deliveries}
        parts={deliveryParts}
        to={stats.to}
        onOpen={(range) => router.push(linkOf(range))}
        onZoom={choose}
        linkOf={linkOf}
      />
    </figure>
  );
}
