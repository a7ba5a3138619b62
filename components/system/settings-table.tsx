import { Card } from "@/components/ui/card";
import { Cell, Row, RowHead, Table } from "@/components/ui/table";
import type { System } from "@/lib/system/queries";

const columns = [
  { name: "Variable" },
  { name: "In force", className: "w-48" },
  { name: "From", className: "w-40" },
];

/** By name; a value only where it tells nothing secret. */
export function SettingsTable({ settings }: { settings: System["settings"] }) {
  return (
    <Card
      title="Configuration in force"
      hint="Environment variables of the process that answers; .env.example explains each."
    >
      <Table caption="Environment variables" columns={columns}>
        {settings.map(({ name, isSet, value }) => (
          <Row key={name} className="max-md:grid-cols-[minmax(0,1fr)_auto]">
            <RowHead className="wrap-anywhere font-mono text-xs">{name}</RowHead>
            <Cell className="tabular-nums">{value ?? (isSet ? "set, not shown" : "not set")}</Cell>
            <Cell className="text-soft max-md:col-span-2 max-md:text-sm">
              {isSet ? "environment" : "default"}
            </Cell>
          </Row>
        ))}
      </Table>
    </Card>
  );
}
