"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { textLink } from "@/components/ui/text-link";
import type { DeliveryDetail } from "@/lib/deliveries/queries";
import { eventQuery } from "@/lib/events/event-query";
import { formatPlural, formatTarget } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";

const link = `max-w-full gap-0.5 ${textLink}`;

/** Links to deliveries of the same event to other webhooks. */
export function DeliverySiblings({ delivery: { id, eventId } }: { delivery: DeliveryDetail }) {
  const { data } = useQuery(eventQuery(eventId));
  const all = data?.deliveries ?? [];
  const here = all.findIndex((each) => each.id === id);
  const omitted = data?.deliveriesOmitted ?? 0;
  const others = all.length + omitted - 1;
  // Beyond the listed deliveries of a large fan-out, its neighbours are not known.
  if (here < 0 && omitted === 0) return <span className="block min-h-6" />;
  if (others === 0) {
    return <span className="block min-h-6 text-sm leading-6">Sent to no other webhook</span>;
  }
  return (
    <nav aria-label="Deliveries of the same event" className="flex flex-wrap gap-x-4 text-sm">
      <Link href={`/events/published/${eventId}`} className={link}>
        Also sent to {formatPlural(others, "other webhook")}
      </Link>
      <Sibling of={here < 0 ? undefined : all[here - 1]} name="Previous delivery of this event">
        <ChevronLeft aria-hidden="true" className="size-4 shrink-0" />
      </Sibling>
      <Sibling of={here < 0 ? undefined : all[here + 1]} name="Next delivery of this event" after>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
      </Sibling>
    </nav>
  );
}

type SiblingProps = {
  of: { id: string; webhookId?: string | undefined; callbackUrl: string } | undefined;
  name: string;
  after?: boolean;
  children: ReactNode;
};

function Sibling({ of, name, after = false, children }: SiblingProps) {
  const labelOf = useLabels();
  if (!of) return null;
  return (
    <Link href={`/deliveries/${of.id}`} prefetch={false} className={link}>
      {!after && children}
      <span className="sr-only">{name}: </span>
      <span aria-hidden="true">{after ? "Next:" : "Previous:"}</span>
      <span className="min-w-0 max-w-52 truncate">
        {labelOf(of.webhookId) || formatTarget(of.callbackUrl)}
      </span>
      {after && children}
    </Link>
  );
}
