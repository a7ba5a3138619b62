"use client";

import { FlaskConical } from "lucide-react";
import Link from "next/link";
import { Ago, Moment } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import { aboveRow, Cell, Row, RowHead, rowLink } from "@/components/ui/table";
import type { Delivery } from "@/lib/deliveries/queries";
import { formatMoment, formatPlural, formatUrl } from "@/lib/format";
import { deliveryState } from "./delivery-state";
import { NextAttempt } from "./next-attempt";
import { Result, resultWords } from "./result";
import { StatusBadge } from "./status-badge";

type Props = { delivery: Delivery; lastTriggeredAt: string | undefined; known: boolean };

export function LogRow({ delivery, lastTriggeredAt, known }: Props) {
  const { id, event, callbackUrl, webhookId, attempts } = delivery;
  const isOpen = delivery.status === "pending" || delivery.nextAttemptAt !== undefined;
  return (
    <Row className="max-md:grid-cols-[minmax(0,1fr)_auto]">
      <RowHead className="max-md:order-2 max-md:text-right">
        <Link
          data-row
          href={`/deliveries/${id}`}
          prefetch={false}
          className={rowLink}
          aria-label={nameOf(delivery)}
        >
          <Moment at={delivery.createdAt} />
        </Link>
      </RowHead>
      <Cell className="max-md:order-1">
        <StatusBadge delivery={delivery} />
      </Cell>
      <Cell className="max-md:order-3 max-md:col-span-2">
        <span className="flex flex-wrap items-center gap-2 font-mono text-xs">
          {event}
          {delivery.trigger === "test" && (
            <Badge tone="busy" icon={FlaskConical}>
              test
            </Badge>
          )}
        </span>
      </Cell>
      <Cell className="max-w-0 max-md:order-4 max-md:col-span-2 max-md:max-w-full">
        <span className="block truncate" title={formatUrl(callbackUrl)}>
          {known ? (
            <Link
              href={`/webhooks/${webhookId}/deliveries`}
              prefetch={false}
              className={`${aboveRow} rounded-sm hover:underline`}
            >
              {formatUrl(callbackUrl)}
            </Link>
          ) : (
            formatUrl(callbackUrl)
          )}
        </span>
        <span className="block truncate text-faint text-xs">
          <LastTriggered at={lastTriggeredAt} known={known} />
        </span>
      </Cell>
      <Cell className="max-md:order-5">
        <Result outcome={delivery} />
      </Cell>
      <Cell data-label="Attempts" className="text-right tabular-nums max-md:order-6 max-md:text-sm">
        {attempts}
      </Cell>
      <Cell
        data-label="Next"
        className={`text-sm max-md:order-7 max-md:col-span-2 ${isOpen ? "" : "max-md:hidden"}`}
      >
        <NextAttempt delivery={delivery} />
      </Cell>
    </Row>
  );
}

function LastTriggered({ at, known }: { at: string | undefined; known: boolean }) {
  if (!known) return "webhook deleted";
  if (!at) return "never triggered";
  return (
    <>
      last triggered <Ago at={at} />
    </>
  );
}

/** Everything the row shows, for those to whom its link is the row. */
function nameOf(delivery: Delivery): string {
  const { word } = deliveryState(delivery);
  return [
    `${formatMoment(delivery.createdAt)} UTC: ${word}`,
    `${delivery.event} to ${formatUrl(delivery.callbackUrl)}`,
    resultWords(delivery),
    formatPlural(delivery.attempts, "attempt"),
  ]
    .filter(Boolean)
    .join(", ");
}
