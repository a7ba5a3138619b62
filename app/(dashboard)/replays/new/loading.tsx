import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Resend deliveries">
      <Skeleton className="h-40 w-full rounded-lg" />
    </PageSkeleton>
  );
}
