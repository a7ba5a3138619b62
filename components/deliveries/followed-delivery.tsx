"use client";

import { useQuery } from "@tanstack/react-query";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { textLink } from "@/components/ui/text-link";
import { type DeliveryDetail, deliveryQueries } from "@/lib/deliveries/queries";
import { causeMeanings } from "./cause-meanings";
import { Result } from "./result";
import { StatusBadge } from "./status-badge";

/** Follows a new delivery until its result. */
export function FollowedDelivery({ id }: { id: string }) {
  const { data, error } = useQuery({
    ...deliveryQueries.one(id),
    refetchInterval: ({ state }) => (state.data?.finishedAt ? false : 700),
  });
  return (
    <div
      role="status"
      className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-sunken px-3.5 py-3"
    >
      {error && !data && <span className="text-bad">{error.message}</span>}
      {data ? <Progress delivery={data} /> : !error && "Queued…"}
      <HoverPrefetchLink href={`/deliveries/${id}`} className={`ml-auto font-medium ${textLink}`}>
        Open delivery
      </HoverPrefetchLink>
    </div>
  );
}

function Progress({ delivery }: { delivery: DeliveryDetail }) {
  const { cause } = delivery;
  return (
    <>
      <StatusBadge delivery={delivery} />
      {delivery.attempts > 0 && <Result outcome={delivery} />}
      {cause && <span className="basis-full text-soft text-sm">{causeMeanings[cause]}</span>}
    </>
  );
}
