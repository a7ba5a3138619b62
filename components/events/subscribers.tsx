"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import type { EventName } from "@/db/enums";
import { formatPlural, formatUrl } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { webhookQueries } from "@/lib/webhooks/queries";
import { usePublishingAccount } from "./use-publishing-account";

/** Webhooks subscribed to this event type: those of the account that publishes, or of all if there are several. */
export function Subscribers({ name }: { name: EventName }) {
  const { data } = useQuery(webhookQueries.list(usePublishingAccount()));
  const labelOf = useLabels();
  const subscribed = data?.filter(({ events }) => events.includes(name)) ?? [];
  return (
    <Card
      title="Subscribed webhooks"
      hint={
        data && (subscribed.length > 0 ? formatPlural(subscribed.length, "webhook") : undefined)
      }
    >
      {data && subscribed.length === 0 && (
        <div className="grid justify-items-start gap-3">
          <p className="text-soft">
            No webhook is subscribed. Published events are stored and not sent.
          </p>
          <ButtonLink href={`/webhooks/new?events=${name}`}>New webhook</ButtonLink>
        </div>
      )}
      {subscribed.length > 0 && (
        <ul className="-my-1.5 max-h-64 overflow-y-auto">
          {subscribed.map(({ id, callbackUrl }) => (
            <li key={id} className="border-line not-last:border-b">
              <Link
                href={`/webhooks/${id}/deliveries?event=${name}`}
                prefetch={false}
                className="-outline-offset-2! wrap-anywhere block min-h-6 rounded-sm py-1.5 text-accent text-sm underline-offset-2 hover:underline"
              >
                {labelOf(id) || formatUrl(callbackUrl)}
                {labelOf(id) && (
                  <span className="block text-faint text-xs">{formatUrl(callbackUrl)}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
