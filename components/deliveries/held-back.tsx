import { useQuery } from "@tanstack/react-query";
import { Countdown } from "@/components/time/countdown";
import { Notice } from "@/components/ui/notice";
import type { DeliveryDetail } from "@/lib/deliveries/queries";
import { healthQueries } from "@/lib/health/queries";

type Target = Pick<DeliveryDetail, "webhookId" | "status" | "sending">;

/** What holds back a delivery: the end of the cool-down while the circuit is open, or why its webhook is late. */
export type Hold = { openUntil?: string | undefined; late?: string | undefined };

/** Returns what holds back the delivery, besides a pause; an empty object while it is sent. */
export function useHold({ webhookId, status, sending }: Target): Hold {
  const { data } = useQuery({
    ...healthQueries.one(webhookId ?? ""),
    enabled: webhookId !== undefined && status === "pending",
  });
  if (sending || !data) return {};
  return { openUntil: data.restsUntil, late: data.lateBy && data.reason };
}

/** Says that a delivery without attempts waits for the receiver, not for the queue. */
export function HeldBack({ until }: { until: string }) {
  return (
    <Notice tone="warn" title="Held back: the webhook's circuit is open">
      Too many requests failed. One probe is sent <Countdown to={until} />; the other deliveries
      follow once it succeeds.
    </Notice>
  );
}

/** Says that a delivery without attempts waits for others of its webhook. */
export function HeldByLimit({ reason }: { reason: string }) {
  return (
    <Notice tone="warn" title="Held back: the webhook is late">
      {reason}
    </Notice>
  );
}

/** Says that a delivery without attempts waits for a person. */
export function HeldByPause() {
  return (
    <Notice title="Held back: the webhook is paused">
      Sent when the webhook is resumed. To send this delivery alone, try it now.
    </Notice>
  );
}
