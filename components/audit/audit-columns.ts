import type { Column } from "@/components/ui/table";

export const auditColumns = [
  { name: "Time", className: "w-38" },
  { name: "Actor", className: "w-42" },
  { name: "Action", className: "w-60" },
  { name: "Object", className: "w-48" },
  { name: "Change" },
  { name: "Details", className: "w-14", hidden: true },
] as const satisfies readonly Column[];
