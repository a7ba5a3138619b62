import { auditColumns } from "@/components/audit/audit-columns";
import { auditHint } from "@/components/audit/audit-hint";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Audit" hint={auditHint} filters>
      <TableSkeleton columns={auditColumns} rows={8} />
    </PageSkeleton>
  );
}
