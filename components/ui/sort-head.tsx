import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";

export type SortDirection = "ascending" | "descending" | undefined;
type Props = { name: string; direction: SortDirection; change: () => void };

/** Head of a column that sorts the table. */
export function SortHead({ name, direction, change }: Props) {
  const Icon = direction ? (direction === "ascending" ? ArrowUp : ArrowDown) : ArrowUpDown;
  return (
    <button
      type="button"
      className="group -mx-1 inline-flex min-h-6 items-center gap-1 rounded-sm px-1 font-medium hover:text-ink"
      onClick={change}
    >
      {name}
      <Icon
        aria-hidden="true"
        className={`size-3 ${direction ? "" : "opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"}`}
      />
    </button>
  );
}
