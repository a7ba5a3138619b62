"use client";

import { FlaskConical } from "lucide-react";
import Link from "next/link";
import { memo } from "react";
import { deliveryState } from "@/components/deliveries/delivery-state";
import { NextAttempt } from "@/components/deliveries/next-attempt";
import { Result, resultWords } from "@/components/deliveries/result";
import { StatusBadge } from "@/components/deliveries/status-badge";
import { useTimes } from "@/components/time/zone";
import { rowLink } from "@/components/ui/table";
import type { Delivery } from "@/lib/deliveries/queries";
import { formatHost, formatPlural, formatTarget } from "@/lib/format";
import type { RowActions } from "./use-log";

/** Two columns of the wide form give way on a narrow one, where a row is a card of three lines. */
const columns = {
  all: "@2xl:grid-cols-[2rem_6.75rem_6.25rem_12.5rem_minmax(0,1fr)_8.25rem_2rem_5.75rem]",
  own: "@2xl:grid-cols-[2rem_6.75rem_6.25rem_minmax(0,1fr)_9.5rem_2.5rem_6.5rem]",
} as const;
const line = "grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 @2xl:px-4";

/** Returns the grid of a line: of a log of all webhooks, or of one webhook's own log, which does not name it again. */
export function lineOf(own: boolean): string {
  return `${line} ${columns[own ? "own" : "all"]}`;
}

export function rowHeight({ narrow, compact }: { narrow: boolean; compact: boolean }): number {
  if (narrow) return 88;
  return compact ? 32 : 44;
}

type Props = {
  delivery: Delivery;
  /** Label of the target webhook, if any. */
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

/** Accessible name of the row's link: the whole row in words. */
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
