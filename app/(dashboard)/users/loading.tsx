import { pageHints } from "@/components/page/hints";
import { PageSkeleton } from "@/components/page/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { userColumns } from "@/components/users/user-columns";

export default function Loading() {
  return (
    <PageSkeleton title="Users" hint={pageHints.users}>
      <TableSkeleton columns={userColumns} rows={3} />
    </PageSkeleton>
  );
}
