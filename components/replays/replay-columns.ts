import type { Column } from "@/components/ui/table";

export const replayColumns = [
  { name: "Started", className: "w-40" },
  { name: "State", className: "w-28" },
  { name: "Deliveries" },
  { name: "Progress", className: "w-64" },
] as const satisfies readonly Column[];
