import { FormSkeleton } from "@/components/form/form-skeleton";
import { pageHints } from "@/components/page/hints";
import { PageSkeleton } from "@/components/page/page-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="New webhook" hint={pageHints.newWebhook}>
      <FormSkeleton />
    </PageSkeleton>
  );
}
