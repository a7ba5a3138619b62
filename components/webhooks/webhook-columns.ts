import type { Column } from "@/components/ui/table";

export const webhookColumns = [
  { name: "Health", className: "w-34" },
  { name: "Callback URL" },
  { name: "Events", className: "w-38" },
  { name: "24 h", className: "w-40" },
  { name: "Last triggered", className: "w-28" },
  { name: "Retrying", className: "w-21 text-right" },
  { name: "Actions", className: "w-13", hidden: true },
] as const satisfies readonly Column[];
