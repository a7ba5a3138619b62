import { PageSkeleton } from "@/components/page/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Resend deliveries">
      <Skeleton className="h-64 w-full max-w-xl rounded-lg" />
    </PageSkeleton>
  );
}
