import { Ago } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { rowLink } from "@/components/ui/row-link";
import { Cell, Row, RowHead, Table } from "@/components/ui/table";
import { escapeUnseen, formatTarget } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import type { System } from "@/lib/system/queries";

const columns = [
  { name: "Webhook" },
  { name: "State", className: "w-40" },
  { name: "Next request", className: "w-40" },
];
const states = {
  open: { word: "Open", tone: "warn" },
  probing: { word: "Probing", tone: "busy" },
  ramping: { word: "Recovering", tone: "busy" },
} as const;

/** Webhooks with an open circuit. */
export function BreakerTable({ breakers }: { breakers: System["breakers"] }) {
  const labelOf = useLabels();
  return (
    <Card
      title="Open circuits"
      hint="Ten failures in a row, or more than ten of twenty, suspend requests to a receiver. Then one probe tests it."
    >
      {breakers.length === 0 && <p className="text-soft">No circuit is open.</p>}
      {breakers.length > 0 && (
        <Table caption="Open circuits, longest first" columns={columns}>
          {breakers.map(({ webhookId, callbackUrl, state, opensAt }) => (
            <Row key={webhookId} className="card:grid-cols-[minmax(0,1fr)_auto]">
              <RowHead className="card:col-span-2">
                <HoverPrefetchLink
                  href={`/webhooks/${webhookId}/deliveries`}
                  title={escapeUnseen(callbackUrl)}
                  className={rowLink}
                >
                  {labelOf(webhookId) || formatTarget(callbackUrl)}
                </HoverPrefetchLink>
              </RowHead>
              <Cell>
                <Badge tone={states[state].tone}>{states[state].word}</Badge>
              </Cell>
              <Cell data-label="Next">{state === "open" ? <Ago at={opensAt} /> : "Now"}</Cell>
            </Row>
          ))}
        </Table>
      )}
    </Card>
  );
}
