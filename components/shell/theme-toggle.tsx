"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useChoose, usePreference } from "@/components/preferences/preferences";
import { Button } from "@/components/ui/button";

const themes = {
  system: { name: "System", icon: Monitor, next: "light" },
  light: { name: "Light", icon: Sun, next: "dark" },
  dark: { name: "Dark", icon: Moon, next: "system" },
} as const;

export function ThemeToggle() {
  const { name, icon: Icon, next } = themes[usePreference("theme")];
  const choose = useChoose();
  return (
    <Button
      look="quiet"
      size="small"
      shape="icon"
      aria-label={`Theme: ${name}. Change to ${themes[next].name}`}
      title={`Theme: ${name}`}
      onClick={() => choose("theme", next)}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}
