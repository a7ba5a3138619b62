import { LogSkeleton } from "@/components/delivery-log/log-skeleton";
import { PageSkeleton } from "@/components/shell/page-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Deliveries" hint="Every event on its way to a webhook, newest first.">
      <LogSkeleton rows={8} />
    </PageSkeleton>
  );
}
