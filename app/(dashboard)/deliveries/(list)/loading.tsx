import { LogSkeleton } from "@/components/delivery-log/log-skeleton";
import { pageHints } from "@/components/page/hints";
import { PageSkeleton } from "@/components/page/page-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Deliveries" hint={pageHints.deliveries}>
      <LogSkeleton rows={8} />
    </PageSkeleton>
  );
}
