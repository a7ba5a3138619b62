import { OverviewSkeleton } from "@/components/overview/overview-skeleton";
import { PageSkeleton } from "@/components/shell/page-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Overview" hint="What needs you, and how deliveries do.">
      <OverviewSkeleton />
    </PageSkeleton>
  );
}
