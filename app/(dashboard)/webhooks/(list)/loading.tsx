import { PageSkeleton } from "@/components/page/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { webhookColumns } from "@/components/webhooks/webhook-columns";

export default function Loading() {
  return (
    <PageSkeleton title="Webhooks">
      <TableSkeleton columns={webhookColumns} rows={6} tall />
    </PageSkeleton>
  );
}
