import type { Column } from "@/components/ui/table";

export const accountColumns = [
  { name: "Name" },
  { name: "Id", className: "w-88" },
  { name: "Created", className: "w-36" },
  { name: "Actions", className: "w-80", hidden: true },
] as const satisfies readonly Column[];
