import { OverviewSkeleton } from "@/components/overview/overview-skeleton";
import { PageSkeleton } from "@/components/page/page-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Overview">
      <OverviewSkeleton />
    </PageSkeleton>
  );
}
