import type { Column } from "@/components/ui/table";

export const auditColumns = [
  { name: "Time", className: "w-40" },
  { name: "Actor", className: "w-52" },
  { name: "Action", className: "w-64" },
  { name: "Before → after" },
  { name: "Source", className: "w-44" },
] as const satisfies readonly Column[];
