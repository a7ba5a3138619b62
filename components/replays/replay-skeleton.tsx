import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export function ReplaySkeleton() {
  return (
    <PageSkeleton>
      <div className="grid gap-6">
        <Skeleton className="h-38 w-full rounded-lg" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </PageSkeleton>
  );
}
