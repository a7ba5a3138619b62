import { keyColumns } from "@/components/api-keys/key-columns";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="API keys" hint="Programs send one in the x-api-key header.">
      <TableSkeleton columns={keyColumns} rows={3} />
    </PageSkeleton>
  );
}
