import type { Column } from "@/components/ui/table";

export const accountColumns = [
  { name: "Name" },
  { name: "Id", className: "w-88" },
  { name: "Webhooks", className: "w-28" },
  { name: "Created", className: "w-32" },
  { name: "Actions", className: "w-28", hidden: true },
] as const satisfies readonly Column[];
