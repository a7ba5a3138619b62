import type { Column } from "@/components/ui/table";

export const webhookColumns = [
  { name: "Health", className: "w-36" },
  { name: "Callback URL" },
  { name: "Events", className: "w-44" },
  { name: "24 h", className: "w-42" },
  { name: "Last triggered", className: "w-30" },
  { name: "Retrying", className: "w-22 text-right" },
  { name: "Actions", className: "w-14", hidden: true },
] as const satisfies readonly Column[];
