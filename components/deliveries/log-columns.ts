import type { Column } from "@/components/ui/table";

export const logColumns = [
  { name: "Created (UTC)", className: "w-36" },
  { name: "Status", className: "w-28" },
  { name: "Event", className: "w-56" },
  { name: "Webhook" },
  { name: "Result", className: "w-40" },
  { name: "Attempts", className: "w-20 text-right" },
  { name: "Next attempt", className: "w-32" },
] as const satisfies readonly Column[];
