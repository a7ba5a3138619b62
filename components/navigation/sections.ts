import {
  Activity,
  Bell,
  BookOpen,
  Building2,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
  Radio,
  ScrollText,
  Settings,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { ShortcutId } from "@/components/shortcuts/keys";
import type { Scope } from "@/db/enums";

export type Section = {
  href: string;
  name: string;
  icon: LucideIcon;
  scope: Scope;
  /** Position: main navigation, below it, or the user's menu. */
  place: "first" | "second" | "person";
  shortcut?: ShortcutId;
  /** True for a section about the installation, which members of an account cannot open. */
  forOperators?: true;
};

/** Sections of the dashboard, in order of navigation. A phone shows the first four. */
export const sections: readonly Section[] = [
  {
    href: "/",
    name: "Overview",
    icon: LayoutDashboard,
    scope: "deliveries:read",
    place: "first",
    shortcut: "goOverview",
  },
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
    href: "/replays",
    name: "Replays",
    icon: History,
    scope: "deliveries:read",
    place: "second",
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
    href: "/alerts",
    name: "Alerts",
    icon: Bell,
    scope: "admin",
    place: "second",
    forOperators: true,
  },
  {
    href: "/audit",
    name: "Audit",
    icon: ScrollText,
    scope: "admin",
    place: "second",
    shortcut: "goAudit",
  },
  {
    href: "/system",
    name: "System",
    icon: Activity,
    scope: "deliveries:read",
    place: "second",
    shortcut: "goSystem",
    forOperators: true,
  },
  {
    href: "/docs",
    name: "Docs",
    icon: BookOpen,
    scope: "deliveries:read",
    place: "second",
  },
  {
    href: "/settings",
    name: "Settings",
    icon: Settings,
    scope: "deliveries:read",
    place: "person",
  },
  {
    href: "/users",
    name: "Users",
    icon: UsersRound,
    scope: "admin",
    place: "person",
    forOperators: true,
  },
  {
    href: "/accounts",
    name: "Accounts",
    icon: Building2,
    scope: "admin",
    place: "person",
    forOperators: true,
  },
];
