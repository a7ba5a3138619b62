import { LogSkeleton } from "@/components/deliveries/log-skeleton";
import { PageSkeleton } from "@/components/shell/page-skeleton";

export default function Loading() {
  return (
    <PageSkeleton filters>
      <LogSkeleton rows={8} />
    </PageSkeleton>
  );
}
