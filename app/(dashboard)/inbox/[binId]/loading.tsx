import { BinSkeleton } from "@/components/inbox/bin-skeleton";
import { PageSkeleton } from "@/components/shell/page-skeleton";

export default function Loading() {
  return (
    <PageSkeleton>
      <BinSkeleton />
    </PageSkeleton>
  );
}
