import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export function EventSkeleton() {
  return (
    <PageSkeleton>
      <Skeleton className="mb-6 h-32 w-full rounded-lg" />
      <Skeleton className="h-56 w-full rounded-lg" />
    </PageSkeleton>
  );
}
