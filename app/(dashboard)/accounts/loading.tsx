import { accountColumns } from "@/components/accounts/account-columns";
import { accountHint } from "@/components/accounts/account-hint";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Accounts" hint={accountHint}>
      <TableSkeleton columns={accountColumns} rows={3} />
    </PageSkeleton>
  );
}
