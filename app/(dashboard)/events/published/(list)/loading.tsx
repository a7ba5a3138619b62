import { eventColumns } from "@/components/events/event-columns";
import { PageSkeleton } from "@/components/page/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Events">
      <Skeleton className="mb-6 h-9 w-full" />
      <Skeleton className="mb-3 h-8 w-20" />
      <TableSkeleton columns={eventColumns} rows={8} />
    </PageSkeleton>
  );
}
