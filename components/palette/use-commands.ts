"use client";

import {
  Clock,
  Globe,
  Keyboard,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Send,
  Sun,
  UserPlus,
} from "lucide-react";
import { useSections } from "@/components/navigation/use-sections";
import { useChoose } from "@/components/preferences/preferences";
import { useSignOut } from "@/lib/session/mutations";
import { useIsAdministrator, useMay } from "@/lib/session/queries";
import type { Entry } from "./entry";

/** Returns the pages and actions that the user's role allows. */
export function useCommands(showKeys: () => void): Entry[] {
  const pages = useSections().map(
    ({ href, to, name, icon }): Entry => ({ id: href, group: "Pages", icon, name, href: to }),
  );
  return [...pages, ...useActions(), ...useSwitches(showKeys)];
}

function useActions(): Entry[] {
  const group = "Actions" as const;
  const actions: (Entry & { may: boolean })[] = [
    {
      id: "new-webhook",
      group,
      icon: Plus,
      name: "New webhook",
      words: "create add endpoint",
      href: "/webhooks/new",
      may: useMay("webhooks:write"),
    },
    {
      id: "publish",
      group,
      icon: Send,
      name: "Publish event",
      words: "send test",
      href: "/events",
      may: useMay("events:write"),
    },
    {
      id: "new-key",
      group,
      icon: KeyRound,
      name: "New API key",
      words: "create issue",
      href: "/keys?new=1",
      may: useMay("admin"),
    },
    {
      id: "invite",
      group,
      icon: UserPlus,
      name: "Invite user",
      words: "add new person member link",
      href: "/users?new=1",
      may: useIsAdministrator(),
    },
  ];
  return actions.filter(({ may }) => may);
}

function useSwitches(showKeys: () => void): Entry[] {
  const choose = useChoose();
  const signOut = useSignOut();
  const action = (id: string, icon: Entry["icon"], name: string, words: string, run: () => void) =>
    ({ id, group: "Actions", icon, name, words, run }) satisfies Entry;
  return [
    action("light", Sun, "Light theme", "appearance", () => choose("theme", "light")),
    action("dark", Moon, "Dark theme", "appearance", () => choose("theme", "dark")),
    action("system", Monitor, "System theme", "appearance", () => choose("theme", "system")),
    action("utc", Globe, "Show times in UTC", "zone", () => choose("zone", "UTC")),
    action("local", Clock, "Show times in local time", "zone", () => choose("zone", "local")),
    action("keys", Keyboard, "Keyboard shortcuts", "help ?", showKeys),
    action("sign-out", LogOut, "Sign out", "log out leave", () => signOut.mutate()),
  ];
}
