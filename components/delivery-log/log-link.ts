import { createSerializer } from "nuqs/server";
import { type DeliveryView, spans } from "@/lib/deliveries/view";
import { logAddress } from "./log-address";

const write = createSerializer(logAddress);

/** The log at another time, with its other filters. */
export function zoomAddress(view: DeliveryView, times: Pick<DeliveryView, "from" | "to">): string {
  return write(window.location.pathname, shownIn({ ...view, since: null, ...times }));
}

/** A link to what is seen now: "the last hour" would be another hour for who opens it tomorrow. */
export function linkTo(view: DeliveryView, now: number): string {
  const { origin, pathname } = window.location;
  const { since } = view;
  const fixed = since
    ? { ...view, since: null, from: new Date(now - spans[since]), to: new Date(now) }
    : view;
  return origin + write(pathname, shownIn(fixed));
}

/** A webhook's own tab says which webhook without a filter. */
function shownIn(view: DeliveryView): DeliveryView {
  return window.location.pathname.startsWith("/webhooks/") ? { ...view, webhook: [] } : view;
}
