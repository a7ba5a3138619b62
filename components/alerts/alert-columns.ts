import type { Column } from "@/components/ui/table";

export const alertColumns = [
  { name: "Time", className: "w-28" },
  { name: "State", className: "w-28" },
  { name: "Kind", className: "w-36" },
  { name: "Reason" },
  { name: "Response", className: "w-64" },
] as const satisfies readonly Column[];
