"use client";

import { Ban } from "lucide-react";
import { AskButton } from "@/components/ui/ask-button";
import { type DeliveryDetail, useStopRetrying } from "@/lib/deliveries/queries";
import { useMay } from "@/lib/session/queries";

type Props = { delivery: DeliveryDetail; place: "page" | "panel" };

/** Cancels the remaining attempts of a delivery. */
export function StopButton({ delivery, place }: Props) {
  const { id, status, sending, attempts } = delivery;
  const stop = useStopRetrying(id);
  const may = useMay("deliveries:write");
  // Stays mounted after success to keep the focus and the result.
  const stopped = !stop.isIdle && status === "cancelled";
  if (!may || (status !== "pending" && !stopped)) return null;
  return (
    <AskButton
      icon={Ban}
      name={attempts > 0 ? "Stop retrying" : "Cancel delivery"}
      warning="No further attempts are made unless you resend it."
      confirm="Confirm stop"
      decline="Keep trying"
      status={stop.error?.message ?? (stopped ? "Stopped." : "")}
      busy={stop.isPending || sending || stopped}
      place={place === "page" ? "rowOrRight" : "row"}
      onConfirm={() => stop.mutate()}
    />
  );
}
