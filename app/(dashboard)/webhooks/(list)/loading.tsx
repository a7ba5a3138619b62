import { PageSkeleton } from "@/components/shell/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { webhookColumns } from "@/components/webhooks/webhook-columns";

export default function Loading() {
  return (
    <PageSkeleton title="Webhooks" hint="Who listens, to what, and how they do.">
      <TableSkeleton columns={webhookColumns} rows={6} tall />
    </PageSkeleton>
  );
}
