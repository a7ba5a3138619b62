import { keyColumns } from "@/components/api-keys/key-columns";
import { pageHints } from "@/components/page/hints";
import { PageSkeleton } from "@/components/page/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="API keys" hint={pageHints.keys}>
      <TableSkeleton columns={keyColumns} room="much" rows={3} />
    </PageSkeleton>
  );
}
