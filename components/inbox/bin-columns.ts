import type { Column } from "@/components/ui/table";

export const binColumns = [
  { name: "Bin", className: "w-56" },
  { name: "Address" },
  { name: "Answers", className: "w-56" },
  { name: "Requests", className: "w-26 text-right" },
  { name: "Last request", className: "w-32" },
] as const satisfies readonly Column[];
