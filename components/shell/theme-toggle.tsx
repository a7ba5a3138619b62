"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";

const themes = {
  system: { name: "System", icon: Monitor, next: "light" },
  light: { name: "Light", icon: Sun, next: "dark" },
  dark: { name: "Dark", icon: Moon, next: "system" },
} as const;
export type Theme = keyof typeof themes;

/** The choice lives in a cookie, so that the server draws the next page right from its first byte. */
export function ThemeToggle({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  const { name, icon: Icon, next } = themes[theme];

  const turn = () => {
    setTheme(next);
    const root = document.documentElement;
    if (next === "system") delete root.dataset.theme;
    else root.dataset.theme = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
    document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`;
  };
  return (
    <Button
      look="quiet"
      size="small"
      className="w-7 px-0!"
      aria-label={`Theme: ${name}. Change to ${themes[next].name}`}
      title={`Theme: ${name}`}
      onClick={turn}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}
