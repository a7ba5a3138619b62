import type { Column } from "@/components/ui/table";

export const keyColumns = [
  { name: "Name" },
  { name: "Key", className: "w-40" },
  { name: "Scopes", className: "w-44 xl:w-52" },
  { name: "Created", className: "w-36" },
  { name: "Last used", className: "w-32" },
  { name: "Actions", className: "w-42", hidden: true },
] as const satisfies readonly Column[];
