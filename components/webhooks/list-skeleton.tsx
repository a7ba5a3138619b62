import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { skeletonColumns } from "./webhook-columns";

/** Loading state of the webhook list, with the filters above the table. */
export function ListSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap gap-2">
        <Skeleton className="h-8 w-full sm:w-72" />
        <Skeleton className="h-8 w-20" />
        <Skeleton className="h-8 w-20" />
      </div>
      <TableSkeleton columns={skeletonColumns()} rows={10} room="little" rowHeight="h-12.25" />
    </div>
  );
}
