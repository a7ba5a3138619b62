/** A grey stand-in with the size of what is coming. */
export function Skeleton({ className = "h-4 w-24" }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded bg-idle-wash motion-reduce:animate-none ${className}`}
    />
  );
}
