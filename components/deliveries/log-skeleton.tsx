import { TableSkeleton } from "@/components/ui/table-skeleton";
import { logColumns } from "./log-columns";

export function LogSkeleton({ rows }: { rows: number }) {
  return <TableSkeleton columns={logColumns} rows={rows} tall />;
}
