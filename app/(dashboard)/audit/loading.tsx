import { auditColumns } from "@/components/audit/audit-columns";
import { pageHints } from "@/components/page/hints";
import { PageSkeleton } from "@/components/page/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Audit" hint={pageHints.audit} filters>
      <TableSkeleton columns={auditColumns} room="much" rows={8} />
    </PageSkeleton>
  );
}
