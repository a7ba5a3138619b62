import type { Column } from "@/components/ui/table";

export const keyColumns = [
  { name: "Name" },
  { name: "Key", className: "w-48" },
  { name: "Scopes", className: "w-72" },
  { name: "Created", className: "w-32" },
  { name: "Last used", className: "w-32" },
  { name: "Actions", className: "w-24", hidden: true },
] as const satisfies readonly Column[];
