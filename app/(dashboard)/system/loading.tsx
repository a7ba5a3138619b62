import { PageSkeleton } from "@/components/page/page-skeleton";
import { SystemSkeleton } from "@/components/system/system-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="System">
      <SystemSkeleton />
    </PageSkeleton>
  );
}
