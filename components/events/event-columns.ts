import type { Column } from "@/components/ui/table";

export const eventColumns = [
  { name: "Published", className: "w-40" },
  { name: "Event", className: "w-64" },
  { name: "Video or avatar" },
  { name: "Deliveries", className: "w-44" },
] as const satisfies readonly Column[];

export const catalogueColumns = [
  { name: "Event type" },
  { name: "Published (24 h)", className: "w-32 text-right" },
  { name: "Subscribed webhooks", className: "w-40 text-right" },
] as const satisfies readonly Column[];
