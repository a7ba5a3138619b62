import { accountColumns } from "@/components/accounts/account-columns";
import { pageHints } from "@/components/page/hints";
import { PageSkeleton } from "@/components/page/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Accounts" hint={pageHints.accounts}>
      <TableSkeleton columns={accountColumns} room="much" rows={3} />
    </PageSkeleton>
  );
}
