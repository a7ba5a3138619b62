import { PageSkeleton } from "@/components/page/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export function BinSkeleton() {
  return (
    <PageSkeleton>
      <div className="grid gap-6">
        <Skeleton className="h-47 w-full rounded-lg" />
        <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[24rem_minmax(0,1fr)]">
          <Skeleton className="h-96 w-full rounded-lg" />
          <Skeleton className="h-96 w-full rounded-lg" />
        </div>
      </div>
    </PageSkeleton>
  );
}
