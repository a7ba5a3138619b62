import { FormSkeleton } from "@/components/form/form-skeleton";

export default function Loading() {
  return <FormSkeleton />;
}
