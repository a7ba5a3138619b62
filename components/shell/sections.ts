import { Activity, Inbox, KeyRound, ListTree, type LucideIcon, Radio, Webhook } from "lucide-react";
import type { ShortcutId } from "@/components/shortcuts/catalogue";
import type { Scope } from "@/db/enums";

export type Section = {
  href: string;
  name: string;
  icon: LucideIcon;
  scope: Scope;
  /** Where it stands: beside every page, below those, or in the menu of the person. */
  place: "first" | "second" | "person";
  shortcut?: ShortcutId;
};

/** The places of the dashboard, in the order of the navigation. A phone shows the first four at once. */
export const sections: readonly Section[] = [
  {
    href: "/webhooks",
    name: "Webhooks",
    icon: Webhook,
    scope: "webhooks:read",
    place: "first",
    shortcut: "goWebhooks",
  },
  {
    href: "/deliveries",
    name: "Deliveries",
    icon: ListTree,
    scope: "deliveries:read",
    place: "first",
    shortcut: "goDeliveries",
  },
  {
    href: "/events",
    name: "Events",
    icon: Radio,
    scope: "deliveries:read",
    place: "first",
    shortcut: "goEvents",
  },
  {
    href: "/inbox",
    name: "Inbox",
    icon: Inbox,
    scope: "deliveries:read",
    place: "first",
    shortcut: "goInbox",
  },
  {
    href: "/keys",
    name: "API keys",
    icon: KeyRound,
    scope: "admin",
    place: "second",
    shortcut: "goKeys",
  },
  {
    href: "/system",
    name: "System",
    icon: Activity,
    scope: "deliveries:read",
    place: "second",
    shortcut: "goSystem",
  },
];
