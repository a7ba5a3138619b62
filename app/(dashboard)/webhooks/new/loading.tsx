import { FormSkeleton } from "@/components/form/form-skeleton";
import { PageSkeleton } from "@/components/shell/page-skeleton";

export default function Loading() {
  return (
    <PageSkeleton title="New webhook" hint="It starts at once; its signing secret is made with it.">
      <FormSkeleton />
    </PageSkeleton>
  );
}
