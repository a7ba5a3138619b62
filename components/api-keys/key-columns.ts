import type { Column } from "@/components/ui/table";

export const keyColumns = [
  { name: "Name" },
  { name: "Account", className: "w-28" },
  { name: "Scopes", className: "w-38" },
  { name: "Created by", className: "w-40" },
  { name: "Expires", className: "w-24" },
  { name: "Last used", className: "w-28" },
  { name: "Actions", className: "w-30", hidden: true },
] as const satisfies readonly Column[];
