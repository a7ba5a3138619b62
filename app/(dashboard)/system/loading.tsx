import { PageSkeleton } from "@/components/shell/page-skeleton";
import { systemHint } from "@/components/system/system-hint";
import { SystemSkeleton } from "@/components/system/system-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="System" hint={systemHint}>
      <SystemSkeleton />
    </PageSkeleton>
  );
}
