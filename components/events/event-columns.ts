import type { Column } from "@/components/ui/table";

export const eventColumns = [
  { name: "Published (UTC)", className: "w-40" },
  { name: "Event", className: "w-64" },
  { name: "Subject" },
  { name: "Deliveries", className: "w-28 text-right" },
] as const satisfies readonly Column[];
