import type { Column } from "@/components/ui/table";

export const keyColumns = [
  { name: "Name" },
  { name: "Key", className: "w-44" },
  { name: "Scopes", className: "w-64 max-xl:w-48" },
  { name: "Created", className: "w-40" },
  { name: "Last used", className: "w-40" },
  { name: "Actions", className: "w-44", hidden: true },
] as const satisfies readonly Column[];
