import { Skeleton } from "@/components/ui/skeleton";

export function FormSkeleton() {
  return (
    <div className="grid max-w-2xl gap-6">
      <div className="grid gap-1.5">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-9 w-full" />
      </div>
      <div className="grid gap-1.5">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-24 w-full" />
      </div>
      <Skeleton className="h-8 w-32" />
    </div>
  );
}
