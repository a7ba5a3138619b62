import { Skeleton } from "@/components/ui/skeleton";

const tiles = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function SystemSkeleton() {
  return (
    <>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {tiles.map((tile) => (
          <Skeleton key={tile} className="h-28 w-full md:h-23 rounded-lg" />
        ))}
      </div>
      <Skeleton className="mt-4 h-47 w-full rounded-lg" />
      <Skeleton className="mt-4 h-32 w-full rounded-lg" />
    </>
  );
}
