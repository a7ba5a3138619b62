import type { ReactNode } from "react";

/** Names and values in a row that wraps. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-6 gap-y-4">
      {children}
    </dl>
  );
}

type Props = { name: string; wide?: boolean; children: ReactNode };

export function Fact({ name, wide = false, children }: Props) {
  return (
    <div className={`min-w-0 ${wide ? "col-span-full sm:col-span-2" : ""}`}>
      <dt className="text-faint text-sm">{name}</dt>
      <dd className="mt-0.5 flex min-h-6 min-w-0 items-center gap-1">{children}</dd>
    </div>
  );
}
