import type { Column } from "@/components/ui/table";

const first = [
  { name: "Created (UTC)", className: "w-35" },
  { name: "Status", className: "w-28" },
  { name: "Event", className: "w-50" },
] as const;
const last = [
  { name: "Result", className: "w-41" },
  { name: "Attempts", className: "w-20 text-right" },
  { name: "Next attempt", className: "w-30" },
] as const;

export const logColumns: readonly Column[] = [...first, { name: "Webhook" }, ...last];
/** On the page of one webhook its own name in every row would tell nothing. */
export const ownLogColumns: readonly Column[] = [...first, ...last];
