import { PageSkeleton } from "@/components/page/page-skeleton";
import { ListSkeleton } from "@/components/webhooks/list-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="Webhooks">
      <ListSkeleton />
    </PageSkeleton>
  );
}
