import { TableSkeleton } from "@/components/ui/table-skeleton";
import { logColumns, ownLogColumns } from "./log-columns";

type Props = { rows: number; own?: boolean };

export function LogSkeleton({ rows, own = false }: Props) {
  return <TableSkeleton columns={own ? ownLogColumns : logColumns} rows={rows} tall />;
}
