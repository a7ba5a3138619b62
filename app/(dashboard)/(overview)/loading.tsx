import { OverviewSkeleton } from "@/components/overview/overview-skeleton";
import { pageHints } from "@/components/page/hints";
import { PageSkeleton } from "@/components/page/page-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Overview" hint={pageHints.overview}>
      <OverviewSkeleton />
    </PageSkeleton>
  );
}
