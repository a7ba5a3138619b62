import { Skeleton } from "@/components/ui/skeleton";

const tiles = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function SystemSkeleton() {
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {tiles.map((tile) => (
          <Skeleton key={tile} className="h-30.5 w-full md:h-25.5 rounded-lg" />
        ))}
      </div>
      <Skeleton className="mt-6 h-44 w-full rounded-lg" />
      <Skeleton className="mt-6 h-32 w-full rounded-lg" />
    </>
  );
}
