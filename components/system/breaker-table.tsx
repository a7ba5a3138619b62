import Link from "next/link";
import { Ago } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Cell, Row, RowHead, rowLink, Table } from "@/components/ui/table";
import { useLabels } from "@/components/webhooks/use-labels";
import { formatTarget } from "@/lib/format";
import type { System } from "@/lib/system/queries";

const columns = [
  { name: "Webhook" },
  { name: "State", className: "w-40" },
  { name: "Next requests", className: "w-40" },
];
const states = {
  open: { word: "Resting", tone: "warn" },
  probing: { word: "One request to see", tone: "busy" },
  ramping: { word: "Recovering", tone: "busy" },
} as const;

/** Receivers that get a rest because so much failed. */
export function BreakerTable({ breakers }: { breakers: System["breakers"] }) {
  const labelOf = useLabels();
  return (
    <Card
      title="Resting webhooks"
      hint="After ten failures in a row a receiver gets a rest; then one request goes to see how it does."
    >
      {breakers.length === 0 && <p className="text-soft">None: everything is being sent.</p>}
      {breakers.length > 0 && (
        <Table caption="Resting webhooks, longest rest first" columns={columns}>
          {breakers.map(({ webhookId, callbackUrl, state, opensAt }) => (
            <Row key={webhookId} className="max-md:grid-cols-[minmax(0,1fr)_auto]">
              <RowHead className="max-md:col-span-2">
                <Link
                  href={`/webhooks/${webhookId}/deliveries`}
                  title={callbackUrl}
                  className={rowLink}
                >
                  {labelOf(webhookId) || formatTarget(callbackUrl)}
                </Link>
              </RowHead>
              <Cell>
                <Badge tone={states[state].tone}>{states[state].word}</Badge>
              </Cell>
              <Cell data-label="Next">{state === "open" ? <Ago at={opensAt} /> : "now"}</Cell>
            </Row>
          ))}
        </Table>
      )}
    </Card>
  );
}
