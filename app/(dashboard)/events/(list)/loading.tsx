import { PageSkeleton } from "@/components/page/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Events">
      <Skeleton className="mb-6 h-9 w-full" />
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <Skeleton className="h-96 w-full rounded-lg" />
        <Skeleton className="h-128 w-full rounded-lg" />
      </div>
    </PageSkeleton>
  );
}
