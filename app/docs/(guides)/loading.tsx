import { Skeleton } from "@/components/ui/skeleton";

export default function DocsLoading() {
  return (
    <div role="status" aria-label="Loading the page" className="max-w-[44rem] pt-10 lg:pt-14">
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="mt-4 h-6 w-full" />
      <Skeleton className="mt-2 h-6 w-2/3" />
      <Skeleton className="mt-14 h-7 w-56" />
      <Skeleton className="mt-4 h-48 w-full" />
    </div>
  );
}
