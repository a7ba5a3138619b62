"use client";

import { FlaskConical } from "lucide-react";
import Link from "next/link";
import { memo } from "react";
import { visible } from "@/components/body/visible";
import { deliveryState } from "@/components/deliveries/delivery-state";
import { NextAttempt } from "@/components/deliveries/next-attempt";
import { Result, resultWords } from "@/components/deliveries/result";
import { StatusBadge } from "@/components/deliveries/status-badge";
import {
  columnShape,
  line,
  selectBox,
  selectShape,
  timeShape,
} from "@/components/log-view/columns";
import { useTimes } from "@/components/time/zone";
import { CutMiddle } from "@/components/ui/cut-middle";
import { rowLink } from "@/components/ui/row-link";
import type { Delivery } from "@/lib/deliveries/queries";
import type { LogColumn } from "@/lib/deliveries/view";
import { escapeUnseen, formatPlural, formatTarget } from "@/lib/format";
import type { RowActions } from "./use-log";

/** Returns the height of a row in rem, as in its classes. */
export function rowHeight({ narrow, compact }: { narrow: boolean; compact: boolean }): number {
  if (narrow) return 5.5;
  return compact ? 2 : 2.25;
}

type Props = {
  delivery: Delivery;
  /** Label of the target webhook, if any. */
  label: string | undefined;
  index: number;
  /** In a webhook's own log, which does not name it in each row. */
  own: boolean;
  hidden: ReadonlySet<LogColumn>;
  compact: boolean;
  selected: boolean;
  opened: boolean;
  actions: RowActions;
};

export const LogRow = memo(function LogRow(props: Props) {
  const { delivery, label, index, own, hidden, compact, selected, opened, actions } = props;
  const { id, event, subject, status, attempts, callbackUrl, createdAt } = delivery;
  const { moment, exact } = useTimes();
  const at = moment(createdAt);
  const shape = (column: LogColumn) => columnShape(column, hidden, own);
  const hasNext = status === "pending";
  // In a card, what names the delivery has the line that it shares with the next attempt.
  const beside = hasNext ? "" : "@max-log:col-span-2";
  return (
    <tr
      aria-rowindex={index + 2}
      className={`${line} relative h-22 border-line border-b transition-colors ${compact ? "@log:h-8" : "@log:h-9"} ${selected || opened ? "bg-accent-wash" : "hover:bg-hover has-[a[data-row]:focus-visible]:bg-hover"}`}
    >
      <td className={`relative z-1 grid @max-log:row-span-3 ${selectShape}`}>
        <input
          type="checkbox"
          aria-label={`Select delivery of ${at}, ${event} to ${label || formatTarget(callbackUrl)}`}
          checked={selected}
          onChange={() => {}}
          onClick={(click) => actions.toggle(id, click)}
          className={`${selectBox} scroll-mt-10`}
        />
      </td>
      <td className={`@max-log:order-2 @max-log:text-right @max-log:text-sm ${timeShape}`}>
        <Link
          data-row={id}
          aria-current={opened || undefined}
          href={`/deliveries/${id}`}
          prefetch={false}
          className={`${rowLink} scroll-mt-10`}
          aria-label={nameOf(props, at)}
          onClick={(click) => actions.open(id, click)}
        >
          <time
            dateTime={createdAt}
            title={exact(createdAt)}
            className="whitespace-nowrap tabular-nums"
          >
            <span className="font-normal text-faint">{at.slice(0, at.indexOf(",") + 1)}</span>
            {at.slice(at.indexOf(",") + 1)}
          </time>
        </Link>
      </td>
      <td className={`@max-log:order-1 ${shape("status")}`}>
        <StatusBadge delivery={delivery} />
      </td>
      <td className={`flex min-w-0 items-center gap-2 @max-log:order-3 ${shape("event")}`}>
        <span className="truncate font-mono text-xs @max-log:tracking-tighter">{event}</span>
        {delivery.trigger !== "event" && <Tag trigger={delivery.trigger} />}
      </td>
      <td
        title={subject}
        className={`truncate font-mono text-xs ${own ? `@max-log:order-5 @max-log:text-soft ${beside}` : "@max-log:hidden"} ${shape("subject")}`}
      >
        {subject && visible(subject)}
      </td>
      {!own && (
        <td
          title={escapeUnseen(callbackUrl)}
          className={`min-w-0 text-sm @max-log:order-5 @max-log:text-soft ${beside} ${shape("webhook")}`}
        >
          <CutMiddle text={label || formatTarget(callbackUrl)} />
        </td>
      )}
      <td className={`truncate @max-log:order-4 @max-log:text-right ${shape("response")}`}>
        <Result outcome={delivery} />
      </td>
      <td className={`text-right tabular-nums ${shape("attempts")}`}>{attempts}</td>
      <td
        className={`truncate text-sm @max-log:order-6 @max-log:text-right ${hasNext ? "" : "@max-log:hidden"} ${shape("next")}`}
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
    `${delivery.event} to ${label || formatTarget(delivery.callbackUrl)}`,
    resultWords(delivery),
    formatPlural(delivery.attempts, "attempt"),
    at,
  ]
    .filter(Boolean)
    .join(", ");
}
