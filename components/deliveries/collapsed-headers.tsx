import { ChevronRight } from "lucide-react";
import { HeaderTable } from "./header-table";

type Props = { caption: string; headers: readonly (readonly [string, string])[] };

/** Headers of a message, collapsed to their number. */
export function CollapsedHeaders({ caption, headers }: Props) {
  return (
    <details className="group min-w-0 rounded-md border border-line">
      <summary className="-outline-offset-2! flex h-8 list-none items-center gap-1.5 rounded-md px-2.5 text-soft text-sm hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-3.5 transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        {caption} <span className="text-faint tabular-nums">{headers.length}</span>
      </summary>
      <div className="border-line border-t px-2.5 py-1">
        <HeaderTable caption={caption} headers={headers} />
      </div>
    </details>
  );
}
