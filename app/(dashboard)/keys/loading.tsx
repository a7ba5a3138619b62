import { keyColumns } from "@/components/api-keys/key-columns";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton>
      <TableSkeleton columns={keyColumns} rows={3} />
    </PageSkeleton>
  );
}
