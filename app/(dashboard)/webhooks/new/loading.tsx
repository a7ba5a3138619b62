import { FormSkeleton } from "@/components/form/form-skeleton";
import { PageSkeleton } from "@/components/shell/page-skeleton";

export default function Loading() {
  return (
    <PageSkeleton back>
      <FormSkeleton />
    </PageSkeleton>
  );
}
