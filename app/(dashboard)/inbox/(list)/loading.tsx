import { binColumns } from "@/components/inbox/bin-columns";
import { inboxHint } from "@/components/inbox/inbox-hint";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Inbox" hint={inboxHint}>
      <TableSkeleton columns={binColumns} rows={3} />
    </PageSkeleton>
  );
}
