import { Ago } from "@/components/time/moment";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Cell, Row, RowHead, Table } from "@/components/ui/table";
import type { System } from "@/lib/system/queries";

const columns = [
  { name: "Process" },
  { name: "State", className: "w-32" },
  { name: "Version", className: "w-28" },
  { name: "Started", className: "w-36" },
  { name: "Last heartbeat", className: "w-36" },
];

export function WorkerTable({ workers }: { workers: System["workers"] }) {
  return (
    <Card title="Workers" hint="Processes that send deliveries. Each reports every three seconds.">
      {workers.length === 0 && (
        <p className="text-soft">No worker reported in the last hour. Nothing is being sent.</p>
      )}
      {workers.length > 0 && (
        <Table caption="Workers, oldest first" columns={columns}>
          {workers.map(({ id, host, pid, alive, version, startedAt, beatAt }) => (
            <Row key={id} className="card:grid-cols-[minmax(0,1fr)_auto]">
              <RowHead className="wrap-anywhere font-mono text-xs">
                {host}:{pid}
              </RowHead>
              <Cell>
                {alive ? <Badge tone="good">Running</Badge> : <Badge tone="bad">Silent</Badge>}
              </Cell>
              <Cell data-label="Version">{version}</Cell>
              <Cell data-label="Started">
                <Ago at={startedAt} />
              </Cell>
              <Cell data-label="Beat">
                <Ago at={beatAt} />
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Card>
  );
}
