/** A placeholder with the size of the content. */
export function Skeleton({ className = "h-4 w-24" }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded bg-idle-wash motion-reduce:animate-none ${className}`}
    />
  );
}
