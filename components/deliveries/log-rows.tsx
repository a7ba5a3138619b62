"use client";

import { useQuery } from "@tanstack/react-query";
import { Table } from "@/components/ui/table";
import type { Delivery } from "@/lib/deliveries/queries";
import { webhookQueries } from "@/lib/webhooks/queries";
import { logColumns, ownLogColumns } from "./log-columns";
import { LogRow } from "./log-row";

const caption = "Deliveries, newest first";
const clockSkewMs = 60_000;

type Props = { rows: Delivery[]; busy: boolean };

/** The deliveries of one webhook, on its own page. */
export function OwnLogRows({ rows, busy }: Props) {
  return (
    <Table caption={caption} columns={ownLogColumns} busy={busy}>
      {rows.map((delivery) => (
        <LogRow key={delivery.id} delivery={delivery} />
      ))}
    </Table>
  );
}

/** The deliveries of all, each with its webhook; `everyMs` is how often those are looked at. */
export function LogRows({ rows, busy, everyMs }: Props & { everyMs: number | false }) {
  const { data, dataUpdatedAt } = useQuery({
    ...webhookQueries.list(),
    refetchInterval: everyMs,
  });
  const triggered = new Map(data?.map(({ id, lastTriggeredAt }) => [id, lastTriggeredAt]));
  // A webhook made since the list was read is not a deleted one; deleting one cancels what is pending.
  const newer = ({ status, createdAt }: Delivery) =>
    status !== "cancelled" && dataUpdatedAt < Date.parse(createdAt) + clockSkewMs;
  return (
    <Table caption={caption} columns={logColumns} busy={busy}>
      {rows.map((delivery) => (
        <LogRow
          key={delivery.id}
          delivery={delivery}
          webhook={{
            known: triggered.has(delivery.webhookId ?? "") || newer(delivery),
            lastTriggeredAt: triggered.get(delivery.webhookId ?? ""),
          }}
        />
      ))}
    </Table>
  );
}
