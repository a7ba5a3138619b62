import type { Column } from "@/components/ui/table";

export const webhookColumns = [
  { name: "Callback URL" },
  { name: "Health", className: "w-31" },
  { name: "Events", className: "w-64" },
  { name: "Last triggered", className: "w-32" },
  { name: "Failed, 24 h", className: "w-26 text-right" },
  { name: "Retrying", className: "w-24 text-right" },
] as const satisfies readonly Column[];
