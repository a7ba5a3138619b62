import Link from "next/link";
import { EventTags } from "@/components/events/event-tags";
import { Ago, Since } from "@/components/time/moment";
import { aboveRow, Cell, Row, RowHead, rowLink } from "@/components/ui/table";
import { formatCount, formatUrl } from "@/lib/format";
import type { WebhookHealth } from "@/lib/health/queries";
import type { Webhook } from "@/lib/webhooks/queries";
import { HealthBadge } from "./health-badge";

type Props = { webhook: Webhook; health: WebhookHealth | undefined };

export function WebhookRow({ webhook, health }: Props) {
  const { id, callbackUrl, events, lastTriggeredAt } = webhook;
  return (
    <Row className="max-md:grid-cols-[minmax(0,1fr)_auto]">
      <RowHead className="max-w-0 max-md:col-span-2 max-md:max-w-full">
        <Link
          data-row
          href={`/webhooks/${id}/deliveries`}
          prefetch={false}
          className={`${rowLink} block truncate`}
          title={formatUrl(callbackUrl)}
        >
          {formatUrl(callbackUrl)}
        </Link>
        {health?.reason && <span className="block text-faint text-xs">{health.reason}</span>}
      </RowHead>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          {health && <HealthBadge state={health.state} />}
          {health?.since && (
            <span className="text-faint text-xs">
              since <Since at={health.since} />
            </span>
          )}
        </span>
      </Cell>
      <Cell className="max-md:order-last max-md:col-span-2">
        <EventTags events={events} />
      </Cell>
      <Cell data-label="Triggered" className="text-soft max-md:text-right max-md:text-sm">
        {lastTriggeredAt ? <Ago at={lastTriggeredAt} /> : "never"}
      </Cell>
      <Cell data-label="Failed" className="text-right tabular-nums max-md:text-left max-md:text-sm">
        <Figure
          value={health?.failed}
          href={`/webhooks/${id}/deliveries?status=failed&since=24h`}
          name="failed in the last 24 hours"
        />
      </Cell>
      <Cell data-label="Retrying" className="text-right tabular-nums max-md:text-sm">
        <Figure
          value={health?.retrying}
          href={`/webhooks/${id}/deliveries?status=pending`}
          name="retrying"
        />
      </Cell>
    </Row>
  );
}

type FigureProps = { value: number | undefined; href: string; name: string };

/** A number that leads to the deliveries it counts. */
function Figure({ value, href, name }: FigureProps) {
  if (!value) return <span className="text-faint">{value ?? "–"}</span>;
  return (
    <Link
      href={href}
      prefetch={false}
      aria-label={`${formatCount(value)} ${name}`}
      className={`${aboveRow} -my-0.5 inline-block min-w-6 rounded-sm py-0.5 font-medium text-bad underline-offset-2 hover:underline`}
    >
      {formatCount(value)}
    </Link>
  );
}
