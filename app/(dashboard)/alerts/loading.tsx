import { AlertsSkeleton } from "@/components/alerts/alerts-view";
import { pageHints } from "@/components/page/hints";
import { PageSkeleton } from "@/components/page/page-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Alerts" hint={pageHints.alerts}>
      <AlertsSkeleton />
    </PageSkeleton>
  );
}
