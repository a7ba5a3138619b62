import { createSerializer } from "nuqs/server";
import { type DeliveryView, spans } from "@/lib/deliveries/view";
import { logAddress } from "./log-address";

const write = createSerializer(logAddress);

/** A link to what is seen now: "the last hour" would be another hour for who opens it tomorrow. */
export function linkTo(view: DeliveryView, now: number): string {
  const { origin, pathname } = window.location;
  const { since } = view;
  const fixed = since
    ? { ...view, since: null, from: new Date(now - spans[since]), to: new Date(now) }
    : view;
  const shown = pathname.startsWith("/webhooks/") ? { ...fixed, webhook: [] } : fixed;
  return origin + write(pathname, shown);
}
