import { CopyX } from "lucide-react";
import Link from "next/link";
import { memo, type Ref } from "react";
import { EventWords } from "@/components/events/event-tags";
import { Ago } from "@/components/time/moment";
import { useNowSelector } from "@/components/time/use-now";
import { useTimes } from "@/components/time/zone";
import { CutMiddle } from "@/components/ui/cut-middle";
import { aboveRow, rowLink } from "@/components/ui/row-link";
import { Cell, Row, RowHead } from "@/components/ui/table";
import { formatUrl } from "@/lib/format";
import { type Listed, lastAttemptAt, nameOf } from "./choose-webhooks";
import { HealthBadge } from "./health-badge";
import { Sparkline } from "./sparkline";
import type { Chosen } from "./use-chosen";
import type { useListed } from "./use-listed";
import type { Actions } from "./use-webhook-actions";
import { WebhookMenu } from "./webhook-menu";

export type RowsProps = Pick<ReturnType<typeof useListed>, "ownerOf" | "hasOwners"> & {
  rows: readonly Listed[];
  actions: Actions;
  selection: Chosen;
};
type Props = Listed & {
  owner: string | undefined;
  hasOwners: boolean;
  actions: Actions;
  selected: boolean;
  toggle: (id: string) => void;
  index?: number;
  ref?: Ref<HTMLTableRowElement>;
};

/** Returns the props of a row. An unchanged webhook gets identical props, so that `memo` skips its row. */
export function rowProps(listed: Listed, { ownerOf, hasOwners, actions, selection }: RowsProps) {
  const [owner, selected] = [ownerOf(listed), selection.has(listed.webhook.id)];
  return { ...listed, owner, hasOwners, actions, selected, toggle: selection.toggle };
}

export const WebhookRow = memo(function WebhookRow(props: Props) {
  const { webhook, health, more, owner, hasOwners, actions, selected, toggle, index, ref } = props;
  const { id, events } = webhook;
  const attempted = lastAttemptAt(props);
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
            aria-label={`Select ${nameOf(props)}`}
            className={`${aboveRow} grid size-4 before:absolute before:-inset-x-3 before:-inset-y-4`}
            checked={selected}
            onChange={() => toggle(id)}
          />
        )}
      </Cell>
      <RowHead className="max-md:order-2 max-md:col-span-2 md:max-w-0">
        <Name {...props} />
      </RowHead>
      <Cell>
        {health && (
          <span className="flex items-center gap-2 whitespace-nowrap lg:max-2xl:flex-col lg:max-2xl:items-start lg:max-2xl:gap-0">
            <HealthBadge state={health.state} />
            {health.since && <ShortSince at={health.since} />}
          </span>
        )}
      </Cell>
      {hasOwners && (
        <Cell className="truncate text-soft text-sm max-md:order-4 max-md:max-w-40 max-md:text-right md:max-xl:hidden">
          {owner}
        </Cell>
      )}
      <Cell
        className={`truncate text-soft text-sm max-md:order-3 md:max-xl:hidden ${hasOwners ? "" : "max-md:col-span-2"}`}
      >
        <EventWords events={events} />
      </Cell>
      <Cell className="max-md:order-5">{health && <Sparkline health={health} />}</Cell>
      <Cell className="text-soft text-sm max-md:order-6 max-md:text-right md:max-lg:hidden">
        {attempted ? <Ago at={attempted} /> : "never"}
      </Cell>
      <Cell className="max-md:order-1 text-right">
        <WebhookMenu
          webhook={webhook}
          name={nameOf({ webhook, more })}
          paused={more?.paused ?? false}
          actions={actions}
          button={menuButton}
        />
      </Cell>
    </Row>
  );
});

const menuButton = { look: "quiet", size: "small", className: aboveRow } as const;

/** Label or URL; beneath it the reason of trouble, or the URL of a label. */
function Name({ webhook, health, more }: Listed) {
  const url = formatUrl(webhook.callbackUrl);
  const beneath = health?.reason ?? (more?.label && url);
  return (
    <>
      <span className="flex items-center gap-1.5">
        <Link
          data-row
          href={`/webhooks/${webhook.id}`}
          prefetch={false}
          className={`${rowLink} block min-w-0 leading-5`}
          title={url}
        >
          <CutMiddle text={nameOf({ webhook, more })} />
        </Link>
        {more?.twin && (
          <Link
            href={`/webhooks/${more.twin}`}
            prefetch={false}
            aria-label="Duplicate of another webhook"
            title="Another webhook has the same callback URL"
            className={`${aboveRow} tap grid size-6 shrink-0 place-items-center rounded-sm text-warn hover:bg-warn-wash md:-my-1`}
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

/** Start of a state: the time within the last 24 hours, else the day. */
function ShortSince({ at }: { at: string }) {
  const { start, exact } = useTimes();
  const words = useNowSelector((now) => start(at, now));
  return (
    <time
      dateTime={at}
      title={exact(at)}
      className="text-faint text-xs tabular-nums md:max-lg:hidden"
    >
      since {words}
    </time>
  );
}
