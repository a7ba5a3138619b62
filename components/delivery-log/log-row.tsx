"use client";

import { FlaskConical } from "lucide-react";
import Link from "next/link";
import { type MouseEvent, memo } from "react";
import { deliveryState } from "@/components/deliveries/delivery-state";
import { NextAttempt } from "@/components/deliveries/next-attempt";
import { Result, resultWords } from "@/components/deliveries/result";
import { StatusBadge } from "@/components/deliveries/status-badge";
import { useTimes } from "@/components/time/zone";
import { rowLink } from "@/components/ui/table";
import type { Delivery } from "@/lib/deliveries/queries";
import { formatHost, formatPlural, formatTarget } from "@/lib/format";
import { lineOf } from "./log-columns";
export function rowHeight({ narrow, compact }: { narrow: boolean; compact: boolean }): number {
  if (narrow) return 88;
  return compact ? 32 : 44;
}

export type RowActions = {
  open: (id: string, event: MouseEvent) => void;
  toggle: (id: string, event: MouseEvent) => void;
};

type Props = {
  delivery: Delivery;
  /** Of the webhook it goes to, if it has one. */
  label: string | undefined;
  index: number;
  own: boolean;
  compact: boolean;
  selected: boolean;
  opened: boolean;
  actions: RowActions;
};

export const LogRow = memo(function LogRow(props: Props) {
  const { delivery, label, index, own, compact, selected, opened, actions } = props;
  const { id, event, attempts, callbackUrl } = delivery;
  const { moment, exact } = useTimes();
  const at = moment(delivery.createdAt);
  const time = at.slice(at.indexOf(", ") + 2);
  return (
    <tr
      aria-rowindex={index + 2}
      className={`${lineOf(own)} relative h-22 border-line border-b transition-colors hover:bg-hover has-[a[data-row]:focus-visible]:bg-hover ${compact ? "@2xl:h-8" : "@2xl:h-11"} ${selected || opened ? "bg-accent-wash hover:bg-accent-wash" : ""}`}
    >
      <td className="relative z-10 grid @max-2xl:row-span-3">
        <input
          type="checkbox"
          aria-label={`Select delivery of ${time}, ${event} to ${label || formatHost(callbackUrl)}`}
          checked={selected}
          onChange={() => {}}
          onClick={(click) => actions.toggle(id, click)}
          className="m-1 size-4 cursor-pointer before:absolute before:inset-0"
        />
      </td>
      <td className="@max-2xl:order-2 @max-2xl:text-right @max-2xl:text-sm">
        <Link
          data-row={id}
          aria-current={opened || undefined}
          href={`/deliveries/${id}`}
          prefetch={false}
          className={rowLink}
          aria-label={nameOf(props, at)}
          onClick={(click) => actions.open(id, click)}
        >
          <time
            dateTime={delivery.createdAt}
            title={exact(delivery.createdAt)}
            className="whitespace-nowrap tabular-nums"
          >
            {time}
            <span className="text-faint @max-2xl:hidden">{delivery.createdAt.slice(19, 23)}</span>
          </time>
        </Link>
      </td>
      <td className="@max-2xl:order-1">
        <StatusBadge delivery={delivery} />
      </td>
      <td className="flex min-w-0 items-center gap-2 @max-2xl:order-3">
        <span className="truncate font-mono text-xs">{event}</span>
        {delivery.trigger !== "event" && <Tag trigger={delivery.trigger} />}
      </td>
      {!own && (
        <td
          title={callbackUrl}
          className="truncate @max-2xl:order-5 @max-2xl:text-soft @max-2xl:text-sm"
        >
          {label || formatTarget(callbackUrl)}
        </td>
      )}
      <td className="truncate @max-2xl:order-4 @max-2xl:text-right">
        <Result outcome={delivery} />
      </td>
      <td className="text-right tabular-nums @max-2xl:sr-only">{attempts}</td>
      <td
        className={`truncate text-sm @max-2xl:order-6 @max-2xl:text-right ${own ? "@max-2xl:col-span-2" : ""}`}
      >
        <NextAttempt delivery={delivery} />
      </td>
    </tr>
  );
});

function Tag({ trigger }: { trigger: string }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 rounded bg-busy-wash px-1 text-busy text-xs">
      {trigger === "test" && <FlaskConical aria-hidden="true" className="size-3" />}
      {trigger}
    </span>
  );
}

/** Everything the row shows, for those to whom its link is the row. */
function nameOf({ delivery, label }: Props, at: string): string {
  const { word } = deliveryState(delivery);
  return [
    word,
    `${delivery.event} to ${label || formatHost(delivery.callbackUrl)}`,
    resultWords(delivery),
    formatPlural(delivery.attempts, "attempt"),
    at,
  ]
    .filter(Boolean)
    .join(", ");
}
