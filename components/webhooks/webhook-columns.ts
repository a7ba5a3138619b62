import type { Column } from "@/components/ui/table";

export const webhookColumns = [
  { name: "Callback URL" },
  { name: "Health", className: "w-40" },
  { name: "Events", className: "w-50" },
  { name: "Last triggered", className: "w-30" },
  { name: "Failed, 24 h", className: "w-26 text-right" },
  { name: "Retrying", className: "w-22 text-right" },
] as const satisfies readonly Column[];
