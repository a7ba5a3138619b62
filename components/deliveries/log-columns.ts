import type { Column } from "@/components/ui/table";

export const logColumns = [
  { name: "Created (UTC)", className: "w-35" },
  { name: "Status", className: "w-28" },
  { name: "Event", className: "w-50" },
  { name: "Webhook" },
  { name: "Result", className: "w-41" },
  { name: "Attempts", className: "w-20 text-right" },
  { name: "Next attempt", className: "w-30" },
] as const satisfies readonly Column[];
