import { eventColumns } from "@/components/events/event-columns";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton filters>
      <TableSkeleton columns={eventColumns} rows={8} />
    </PageSkeleton>
  );
}
