"use client";

import { useRouter } from "next/navigation";
import { useLogLink } from "@/components/deliveries/use-log-link";
import { TimeBars } from "@/components/stats/time-bars";
import type { Stats } from "@/lib/stats/queries";
import { useRange } from "./use-range";

type Props = {
  stats: Stats;
  /** Totals of the period before, by bucket. */
  before: readonly number[] | undefined;
};

const parts = [
  { key: "delivered" },
  { key: "retrying" },
  { key: "failed" },
  { key: "cancelled" },
] as const;

/** Outcomes of deliveries over time. Dragging zooms in; one bucket and the table open the log. */
export function Chart({ stats: { series, to }, before }: Props) {
  const logLink = useLogLink();
  const router = useRouter();
  const { choose } = useRange();
  return (
    <figure className="px-4 py-3">
      <TimeBars
        id="overview"
        caption="Deliveries over time"
        heading={<h2 className="font-semibold text-base">Deliveries over time</h2>}
        buckets={series.map(({ waiting, ...bucket }) => ({ ...bucket, retrying: waiting }))}
        parts={parts}
        to={to}
        before={before}
        onOpen={(range) => router.push(logLink(range))}
        onZoom={choose}
        linkOf={logLink}
      />
    </figure>
  );
}
