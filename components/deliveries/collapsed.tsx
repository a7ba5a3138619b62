import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

type Props = {
  id?: string;
  title: string;
  /** Beside the title: what the part amounts to. */
  figure: ReactNode;
  children: ReactNode;
};

/** A part of an attempt, collapsed to its title and a figure. */
export function Collapsed({ id, title, figure, children }: Props) {
  return (
    <details className="group min-w-0 rounded-md border border-line">
      <summary
        id={id}
        className="-outline-offset-2! flex h-8 scroll-mt-16 list-none items-center gap-1.5 rounded-md px-2.5 text-soft text-sm hover:bg-hover [&::-webkit-details-marker]:hidden"
      >
        <ChevronRight
          aria-hidden="true"
          className="size-3.5 transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        {title} <span className="text-faint tabular-nums">{figure}</span>
      </summary>
      <div className="border-line border-t px-2.5 py-1">{children}</div>
    </details>
  );
}
