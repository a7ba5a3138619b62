import type { DeliveryView } from "@/lib/deliveries/view";

/** Returns whether statistics support the filters, so that the log has a chart. */
export function hasHistogram({ status, trigger, q }: DeliveryView): boolean {
  return !status.includes("sending") && q === "" && trigger.length === 0;
}
