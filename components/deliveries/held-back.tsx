import { useQuery } from "@tanstack/react-query";
import { Countdown } from "@/components/time/countdown";
import { Notice } from "@/components/ui/notice";
import type { DeliveryDetail } from "@/lib/deliveries/queries";
import { healthQueries } from "@/lib/health/queries";

type Target = Pick<DeliveryDetail, "webhookId" | "status" | "sending">;

/** Returns the end of the cool-down while an open circuit holds back the delivery. */
export function useOpenUntil({ webhookId, status, sending }: Target): string | undefined {
  const { data } = useQuery({
    ...healthQueries.one(webhookId ?? ""),
    enabled: webhookId !== undefined && status === "pending",
  });
  return sending ? undefined : data?.restsUntil;
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

/** Says that a delivery without attempts waits for a person. */
export function HeldByPause() {
  return (
    <Notice title="Held back: the webhook is paused">
      Sent when the webhook is resumed. To send this delivery alone, try it now.
    </Notice>
  );
}
