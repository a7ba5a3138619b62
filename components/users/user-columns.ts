import type { Column } from "@/components/ui/table";

export const userColumns = [
  { name: "E-mail" },
  { name: "Role", className: "w-44" },
  { name: "Since", className: "w-28" },
  { name: "Actions", className: "w-50", hidden: true },
] as const satisfies readonly Column[];
