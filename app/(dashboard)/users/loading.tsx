import { PageSkeleton } from "@/components/shell/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { userColumns } from "@/components/users/user-columns";
import { userHint } from "@/components/users/user-hint";

export default function Loading() {
  return (
    <PageSkeleton title="Users" hint={userHint}>
      <TableSkeleton columns={userColumns} rows={3} />
    </PageSkeleton>
  );
}
