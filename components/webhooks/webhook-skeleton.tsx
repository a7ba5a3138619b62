import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export function WebhookSkeleton() {
  return (
    <PageSkeleton>
      <Skeleton className="mb-6 h-9 w-full" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </PageSkeleton>
  );
}
