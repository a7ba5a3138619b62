"use client";

import { FailedPage } from "@/components/shell/failed-page";
import { ProblemCard } from "@/components/shell/problem-card";
import type { Failure } from "@/components/shell/use-steady";
import { Problem } from "@/lib/protocol/problem";
import { DeliveryGone } from "./delivery-gone";
import { DeliverySkeleton, PanelSkeleton } from "./delivery-skeleton";

type Props = { id: string; place: "page" | "panel"; failure: Failure | undefined };

const back = { href: "/deliveries", label: "Deliveries" };
const what = "The delivery could not be loaded";

/** Where a delivery will be, or why there is none. */
export function UnreadDelivery({ id, place, failure }: Props) {
  if (!failure) return place === "page" ? <DeliverySkeleton /> : <PanelSkeleton />;
  if (failure.error instanceof Problem && failure.error.status === 404) {
    return <DeliveryGone id={id} />;
  }
  if (place === "panel") return <ProblemCard what={what} {...failure} />;
  return <FailedPage back={back} title="Delivery" what={what} {...failure} />;
}
