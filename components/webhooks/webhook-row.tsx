import Link from "next/link";
import type { Ref } from "react";
import { EventTags } from "@/components/events/event-tags";
import { Ago, Since } from "@/components/time/moment";
import { aboveRow, Cell, Row, RowHead, rowLink } from "@/components/ui/table";
import { formatCount, formatUrl } from "@/lib/format";
import type { chooseWebhooks, Listed } from "./choose-webhooks";
import { HealthBadge } from "./health-badge";
import { Sparkline } from "./sparkline";
import type { useListed } from "./use-listed";
import type { Actions, useWebhookActions } from "./use-webhook-actions";
import { WebhookMenu } from "./webhook-menu";

type Props = {
  listed: Listed;
  owner: string | undefined;
  actions: Actions;
  index?: number;
  ref?: Ref<HTMLTableRowElement>;
};

export function WebhookRow({ listed, owner, actions, index, ref }: Props) {
  const { webhook, health, more } = listed;
  const { id, callbackUrl, events, lastTriggeredAt } = webhook;
  return (
    <Row ref={ref} data-index={index} className="max-md:grid-cols-[minmax(0,1fr)_auto]">
      <Cell>
        <span className="grid justify-items-start gap-0.5">
          {health && <HealthBadge state={health.state} />}
          {health?.since && (
            <span className="text-faint text-xs">
              since <Since at={health.since} />
            </span>
          )}
        </span>
      </Cell>
      <RowHead className="max-md:order-2 max-md:col-span-2 md:max-w-0">
        <Link
          data-row
          href={`/webhooks/${id}`}
          prefetch={false}
          className={`${rowLink} block truncate`}
          title={formatUrl(callbackUrl)}
        >
          {more?.label || formatUrl(callbackUrl)}
        </Link>
        <Beneath listed={listed} owner={owner} />
      </RowHead>
      <Cell className="max-md:order-3 max-md:col-span-2">
        <EventTags events={events} />
      </Cell>
      <Cell className="max-md:order-4">{health && <Sparkline health={health} />}</Cell>
      <Cell className="text-soft max-md:order-5 max-md:text-right max-md:text-sm">
        {lastTriggeredAt ? <Ago at={lastTriggeredAt} /> : "never"}
      </Cell>
      <Cell
        data-label="Retrying"
        className={`text-right tabular-nums max-md:order-6 max-md:text-left max-md:text-sm ${health?.retrying ? "" : "max-md:hidden"}`}
      >
        <Retrying id={id} count={health?.retrying} />
      </Cell>
      <Cell className="max-md:order-1 text-right">
        <WebhookMenu
          webhook={webhook}
          paused={more?.paused ?? false}
          actions={actions}
          button={menuButton}
        />
      </Cell>
    </Row>
  );
}

const menuButton = { look: "quiet", size: "small", className: aboveRow } as const;

/** Secondary lines of a row: URL, account, failure reason and duplicate. */
function Beneath({ listed: { webhook, health, more }, owner }: Pick<Props, "listed" | "owner">) {
  return (
    <>
      <span className="flex gap-1.5 text-soft text-xs empty:hidden">
        {more?.label && <span className="truncate">{formatUrl(webhook.callbackUrl)}</span>}
        {owner && <span className="max-w-2/5 shrink-0 truncate text-faint">{owner}</span>}
      </span>
      {health?.reason && (
        <span className="line-clamp-2 text-faint text-xs" title={health.reason}>
          {health.reason}
        </span>
      )}
      {more?.twin && (
        <Link
          href={`/webhooks/${more.twin}/settings`}
          prefetch={false}
          className={`${aboveRow} inline-flex min-h-6 items-center rounded-sm font-medium text-warn text-xs underline underline-offset-2`}
        >
          Duplicate of another webhook
        </Link>
      )}
    </>
  );
}

function Retrying({ id, count }: { id: string; count: number | undefined }) {
  if (!count) return <span className="text-faint">–</span>;
  return (
    <Link
      href={`/deliveries?status=retrying&webhook=${id}`}
      prefetch={false}
      aria-label={`${formatCount(count)} retrying`}
      className={`${aboveRow} -my-0.5 inline-block min-h-6 min-w-6 rounded-sm py-0.5 font-medium text-warn underline-offset-2 hover:underline`}
    >
      {formatCount(count)}
    </Link>
  );
}

export type RowsProps = {
  rows: ReturnType<typeof chooseWebhooks>;
  ownerOf: ReturnType<typeof useListed>["ownerOf"];
  actions: ReturnType<typeof useWebhookActions>["actions"];
};
