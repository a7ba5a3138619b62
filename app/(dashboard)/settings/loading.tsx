import { settingsHint } from "@/components/settings/settings-hint";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Settings" hint={settingsHint}>
      <div className="grid max-w-3xl gap-6">
        <Skeleton className="h-88 w-full rounded-lg" />
        <Skeleton className="h-96 w-full rounded-lg" />
        <Skeleton className="h-40 w-full rounded-lg" />
      </div>
    </PageSkeleton>
  );
}
