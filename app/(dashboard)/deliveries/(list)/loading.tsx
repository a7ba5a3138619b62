import { LogSkeleton } from "@/components/delivery-log/log-skeleton";
import { PageSkeleton } from "@/components/page/page-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Deliveries">
      <LogSkeleton rows={12} />
    </PageSkeleton>
  );
}
