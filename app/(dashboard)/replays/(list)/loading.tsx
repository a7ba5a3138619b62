import { pageHints } from "@/components/page/hints";
import { PageSkeleton } from "@/components/page/page-skeleton";
import { replayColumns } from "@/components/replays/replay-columns";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Replays" hint={pageHints.replays}>
      <TableSkeleton columns={replayColumns} rows={6} rowHeight="h-13.5" />
    </PageSkeleton>
  );
}
