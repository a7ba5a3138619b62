import type { ReactNode } from "react";

/** A secret or a key in a line of its own, which wraps. */
export function CodeLine({ children }: { children: ReactNode }) {
  return (
    <code className="wrap-anywhere min-w-0 rounded-md border border-line bg-sunken px-3 py-1.5 font-mono text-xs leading-5">
      {children}
    </code>
  );
}
