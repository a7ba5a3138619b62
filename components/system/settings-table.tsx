import { ChevronRight } from "lucide-react";
import { Cell, Row, RowHead, Table } from "@/components/ui/table";
import { formatPlural } from "@/lib/format";
import type { System } from "@/lib/system/queries";

const columns = [
  { name: "Variable" },
  { name: "Value", className: "w-48" },
  { name: "Source", className: "w-40" },
];

/** Environment variables by name, folded; those that are set come first. Secret values are not shown. */
export function SettingsTable({ settings }: { settings: System["settings"] }) {
  const sorted = settings.toSorted((one, other) => Number(other.isSet) - Number(one.isSet));
  const set = settings.filter(({ isSet }) => isSet).length;
  return (
    <details className="group rounded-lg border border-line bg-raised shadow-low">
      <summary className="flex flex-wrap items-center gap-x-3 rounded-lg px-4 py-3 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-faint transition-transform group-open:rotate-90"
        />
        <h2 className="font-semibold text-base">Configuration</h2>
        <span className="text-soft text-sm">
          {formatPlural(settings.length, "environment variable")}, {set} set
        </span>
      </summary>
      <div className="px-4 pb-4">
        <Table caption="Environment variables" columns={columns}>
          {sorted.map(({ name, isSet, value }) => (
            <Row key={name} className="card:grid-cols-[minmax(0,1fr)_auto]">
              <RowHead className="wrap-anywhere font-mono text-xs">{name}</RowHead>
              <Cell className="tabular-nums">
                {value ?? (isSet ? "Set, not shown" : "Not set")}
              </Cell>
              <Cell className="text-soft card:col-span-2 card:text-sm">
                {isSet ? "Environment" : "Default"}
              </Cell>
            </Row>
          ))}
        </Table>
      </div>
    </details>
  );
}
