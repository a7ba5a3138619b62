"use client";

import { FlaskConical } from "lucide-react";
import Link from "next/link";
import { Moment } from "@/components/time/moment";
import { useTimes } from "@/components/time/zone";
import { Cell, Row, RowHead, rowLink } from "@/components/ui/table";
import type { Delivery } from "@/lib/deliveries/queries";
import { formatPlural, formatUrl } from "@/lib/format";
import { deliveryState } from "./delivery-state";
import { type LogWebhook, LogWebhookCell } from "./log-webhook";
import { NextAttempt } from "./next-attempt";
import { Result, resultWords } from "./result";
import { StatusBadge } from "./status-badge";

type Props = { delivery: Delivery; webhook?: LogWebhook };

export function LogRow({ delivery, webhook }: Props) {
  const { moment } = useTimes();
  const { id, event, attempts } = delivery;
  const isOpen = delivery.status === "pending" || delivery.nextAttemptAt !== undefined;
  return (
    <Row className="h-13 max-md:h-auto max-md:grid-cols-[minmax(0,1fr)_auto]">
      <RowHead className="max-md:order-2 max-md:text-right">
        <Link
          data-row
          href={`/deliveries/${id}`}
          prefetch={false}
          className={rowLink}
          aria-label={nameOf(delivery, moment(delivery.createdAt))}
        >
          <Moment at={delivery.createdAt} />
        </Link>
      </RowHead>
      <Cell className="max-md:order-1">
        <StatusBadge delivery={delivery} />
      </Cell>
      <Cell className="max-md:order-3 max-md:col-span-2">
        <span className="block font-mono text-xs">{event}</span>
        {delivery.trigger === "test" && (
          <span className="mt-0.5 flex items-center gap-1 text-busy text-xs">
            <FlaskConical aria-hidden="true" className="size-3.5" />
            test event
          </span>
        )}
      </Cell>
      {webhook && <LogWebhookCell delivery={delivery} webhook={webhook} />}
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

/** Everything the row shows, for those to whom its link is the row. */
function nameOf(delivery: Delivery, time: string): string {
  const { word } = deliveryState(delivery);
  return [
    `${time}: ${word}`,
    `${delivery.event} to ${formatUrl(delivery.callbackUrl)}`,
    resultWords(delivery),
    formatPlural(delivery.attempts, "attempt"),
  ]
    .filter(Boolean)
    .join(", ");
}
