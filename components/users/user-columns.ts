import type { Column } from "@/components/ui/table";

export const userColumns = [
  { name: "E-mail" },
  { name: "Role", className: "w-56" },
  { name: "Since", className: "w-36" },
  { name: "Actions", className: "w-56", hidden: true },
] as const satisfies readonly Column[];
