import type { Column } from "@/components/ui/table";

export const auditColumns = [
  { name: "Time", className: "w-40" },
  { name: "Who", className: "w-52" },
  { name: "Did what", className: "w-64" },
  { name: "Before → after" },
  { name: "From", className: "w-44" },
] as const satisfies readonly Column[];
