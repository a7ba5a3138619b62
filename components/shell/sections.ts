import { KeyRound, ListTree, Radio, Webhook } from "lucide-react";
import type { Scope } from "@/db/enums";

/** The places of the dashboard, in the order of the navigation. */
export const sections = [
  { href: "/webhooks", name: "Webhooks", icon: Webhook, scope: "webhooks:read" },
  { href: "/deliveries", name: "Deliveries", icon: ListTree, scope: "deliveries:read" },
  { href: "/events", name: "Events", icon: Radio, scope: "deliveries:read" },
  { href: "/keys", name: "API keys", icon: KeyRound, scope: "admin" },
] as const satisfies readonly { scope: Scope; [part: string]: unknown }[];
