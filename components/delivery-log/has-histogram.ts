import type { DeliveryView } from "@/lib/deliveries/view";

type Filters = Pick<DeliveryView, "status" | "trigger" | "q">;

/** Returns whether statistics support the filters, so that the log has a chart. */
export function hasHistogram({ status, trigger, q }: Filters): boolean {
  return !status.includes("sending") && q === "" && trigger.length === 0;
}
