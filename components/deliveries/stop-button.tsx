"use client";

import { Ban } from "lucide-react";
import { AskButton } from "@/components/ui/ask-button";
import { type DeliveryDetail, useStopRetrying } from "@/lib/deliveries/queries";
import { useMay } from "@/lib/session/queries";

/** Ends the attempts of a delivery that is still tried. */
export function StopButton({ delivery }: { delivery: DeliveryDetail }) {
  const { id, status, sending, attempts } = delivery;
  const stop = useStopRetrying(id);
  const may = useMay("deliveries:write");
  // Once it has done its work it stays, and with it the focus and the word of what became of it.
  const stopped = !stop.isIdle && status === "cancelled";
  if (!may || (status !== "pending" && !stopped)) return null;
  return (
    <AskButton
      icon={Ban}
      name={attempts > 0 ? "Stop retrying" : "Do not send"}
      warning="Nothing more is sent unless you resend it."
      confirm="Confirm stop"
      decline="Keep trying"
      told={stop.error?.message ?? (stopped ? "Stopped." : "")}
      busy={stop.isPending || sending || stopped}
      onConfirm={() => stop.mutate()}
    />
  );
}
