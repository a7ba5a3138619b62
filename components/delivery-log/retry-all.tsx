"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { BulkResend } from "@/components/replays/bulk-resend";
import { retried, undelivered } from "@/components/replays/replay-verb";
import { Button } from "@/components/ui/button";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { type DeliveryView, queryOf } from "@/lib/deliveries/view";
import { formatCount } from "@/lib/format";
import type { ReplayChoice } from "@/lib/replays/queries";
import { useMay } from "@/lib/session/queries";

/** Returns the view of what "Retry all" takes, or undefined when its status filter excludes all of it. */
export function retriedOf(view: DeliveryView): DeliveryView | undefined {
  const { status } = view;
  if (status.length === 0) return { ...view, status: [...retried] };
  const left = status.filter((each) => each === "retrying" || retried.some((one) => one === each));
  return left.length > 0 ? { ...view, status: left } : undefined;
}

/**
 * Retries what the view has undelivered, as of the count; later failures are not included. Deliveries that are about to
 * be sent are no reason to offer it.
 */
export function RetryAll({ view }: { view: DeliveryView }) {
  const taken = retriedOf(view);
  const troubled = taken && view.status.length === 0 && { ...view, status: [...undelivered] };
  const { data: trouble } = useQuery({
    ...deliveryQueries.count(troubled || view),
    enabled: !!troubled,
  });
  const isNeeded = troubled ? replayable(trouble) : taken;
  const { data } = useQuery({ ...deliveryQueries.count(taken ?? view), enabled: !!isNeeded });
  const may = useMay("deliveries:write");
  const [choice, setChoice] = useState<ReplayChoice>();
  const count = replayable(data);
  // An open dialog stays while the count falls to 0.
  if (!may || !taken || (!choice && (!isNeeded || count === 0))) return null;
  return (
    <>
      <Button
        size="toolbar"
        data-retry-all
        className="mr-1"
        onClick={() => setChoice({ filter: queryOf(taken, Date.now()) })}
      >
        <RotateCw aria-hidden="true" />
        {/* The words of the dialog that it opens; the toolbar has room for the number only. */}
        <span>
          Retry {formatCount(count)}
          {data?.capped && "+"}
          <span className="sr-only"> {count === 1 ? "delivery" : "deliveries"}</span>
        </span>
      </Button>
      <BulkResend choice={choice} close={() => setChoice(undefined)} />
    </>
  );
}

/** Replays leave tests out. */
function replayable({ count, tests } = { count: 0, tests: 0 }): number {
  return count - tests;
}
