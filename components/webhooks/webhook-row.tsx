import { CopyX } from "lucide-react";
import Link from "next/link";
import type { Ref } from "react";
import { EventWords } from "@/components/events/event-tags";
import { Ago } from "@/components/time/moment";
import { useNow } from "@/components/time/use-now";
import { useTimes } from "@/components/time/zone";
import { aboveRow, rowLink } from "@/components/ui/row-link";
import { Cell, Row, RowHead } from "@/components/ui/table";
import { formatUrl } from "@/lib/format";
import { type Listed, nameOf } from "./choose-webhooks";
import { HealthBadge } from "./health-badge";
import { Sparkline } from "./sparkline";
import type { Chosen } from "./use-chosen";
import type { useListed } from "./use-listed";
import type { Actions } from "./use-webhook-actions";
import { WebhookMenu } from "./webhook-menu";

/** Shared by all rows. */
type Common = Pick<ReturnType<typeof useListed>, "ownerOf" | "hasOwners"> & {
  actions: Actions;
  selection: Chosen;
};
export type RowsProps = Common & { rows: readonly Listed[] };
type Props = Common & { listed: Listed; index?: number; ref?: Ref<HTMLTableRowElement> };

export function WebhookRow({ listed, index, ref, ...common }: Props) {
  const { ownerOf, hasOwners, actions, selection } = common;
  const { webhook, health, more } = listed;
  const { id, events, lastTriggeredAt } = webhook;
  return (
    <Row
      ref={ref}
      data-index={index}
      className="max-md:grid-cols-[minmax(0,1fr)_auto] md:h-12.25 md:*:py-1!"
    >
      <Cell className="max-md:hidden">
        {actions.may && (
          <input
            type="checkbox"
            aria-label={`Select ${nameOf(listed)}`}
            className={`${aboveRow} grid size-4`}
            checked={selection.has(id)}
            onChange={() => selection.toggle(id)}
          />
        )}
      </Cell>
      <RowHead className="max-md:order-2 max-md:col-span-2 md:max-w-0">
        <Name listed={listed} />
      </RowHead>
      <Cell>
        {health && (
          <span className="flex items-center gap-2 whitespace-nowrap">
            <HealthBadge state={health.state} />
            {health.since && <ShortSince at={health.since} />}
          </span>
        )}
      </Cell>
      {hasOwners && (
        <Cell className="truncate text-soft text-sm max-md:order-6 md:max-xl:hidden">
          {ownerOf(listed)}
        </Cell>
      )}
      <Cell className="truncate text-soft text-sm max-md:order-3 max-md:col-span-2 md:max-lg:hidden">
        <EventWords events={events} />
      </Cell>
      <Cell className="max-md:order-4">{health && <Sparkline health={health} />}</Cell>
      <Cell className="text-soft text-sm max-md:order-5 max-md:text-right md:max-lg:hidden">
        {lastTriggeredAt ? <Ago at={lastTriggeredAt} /> : "never"}
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

/** Label or URL; beneath it the reason of trouble, or the URL of a label. */
function Name({ listed }: { listed: Listed }) {
  const { webhook, health, more } = listed;
  const url = formatUrl(webhook.callbackUrl);
  const beneath = health?.reason ?? (more?.label && url);
  return (
    <>
      <span className="flex items-center gap-1.5">
        <Link
          data-row
          href={`/webhooks/${webhook.id}`}
          prefetch={false}
          className={`${rowLink} block truncate leading-5`}
          title={url}
        >
          {nameOf(listed)}
        </Link>
        {more?.twin && (
          <Link
            href={`/webhooks/${more.twin}`}
            prefetch={false}
            aria-label="Duplicate of another webhook"
            title="Another webhook has the same callback URL"
            className={`${aboveRow} grid size-6 shrink-0 place-items-center rounded-sm text-warn hover:bg-warn-wash md:-my-1`}
          >
            <CopyX aria-hidden="true" className="size-3.5" />
          </Link>
        )}
      </span>
      {beneath && (
        <span className="block truncate text-faint text-xs leading-4" title={beneath}>
          {beneath}
        </span>
      )}
    </>
  );
}

/** Start of a state in one or two words: the time today, else the day. */
function ShortSince({ at }: { at: string }) {
  const now = useNow();
  const { since, exact } = useTimes();
  return (
    <time
      dateTime={at}
      title={exact(at)}
      className="text-faint text-xs tabular-nums md:max-lg:hidden"
    >
      since {since(at, now).split(",")[0]}
    </time>
  );
}
