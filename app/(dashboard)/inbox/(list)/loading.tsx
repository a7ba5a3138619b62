import { binColumns } from "@/components/inbox/bin-columns";
import { pageHints } from "@/components/page/hints";
import { PageSkeleton } from "@/components/page/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Inbox" hint={pageHints.inbox}>
      <TableSkeleton columns={binColumns} room="much" rows={3} />
    </PageSkeleton>
  );
}
