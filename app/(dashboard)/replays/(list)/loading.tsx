import { replayColumns } from "@/components/replays/replay-columns";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton
      title="Replays"
      hint="Jobs that send many deliveries again, at a rate the receiver can take."
    >
      <TableSkeleton columns={replayColumns} rows={6} tall />
    </PageSkeleton>
  );
}
