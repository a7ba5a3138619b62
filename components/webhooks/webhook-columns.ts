import type { Column } from "@/components/ui/table";

export const webhookColumns = [
  { name: "Callback URL" },
  { name: "Health", className: "w-32" },
  { name: "Events", className: "w-80" },
  { name: "Last triggered", className: "w-36" },
  { name: "Failed, 24 h", className: "w-28 text-right" },
  { name: "Retrying", className: "w-24 text-right" },
] as const satisfies readonly Column[];
