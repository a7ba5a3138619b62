"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { cookieOf, type Preferences, readPreferences } from "@/lib/preferences";

type Choose = <K extends keyof Preferences>(name: K, value: Preferences[K]) => void;
type Chosen = { chosen: Preferences; choose: Choose };

const Chosen = createContext<Chosen>({
  chosen: readPreferences(() => undefined),
  choose: () => {},
});

/** Display preferences, equal on the server and in the first client render. */
export function PreferencesProvider({
  initial,
  children,
}: {
  initial: Preferences;
  children: ReactNode;
}) {
  const [chosen, setChosen] = useState(initial);
  const choose = useCallback<Choose>((name, value) => {
    setChosen((before) => ({ ...before, [name]: value }));
    keep(name, value);
    show(name, value);
  }, []);

  const value = useMemo(() => ({ chosen, choose }), [chosen, choose]);
  return <Chosen value={value}>{children}</Chosen>;
}

export function usePreferences(): Chosen {
  return useContext(Chosen);
}

function keep(name: keyof Preferences, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `${cookieOf[name]}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`;
}

/** Theme and density are applied by the stylesheet. */
function show(name: keyof Preferences, value: string): void {
  if (name === "theme") toggle("theme", value, "system");
  if (name === "density") toggle("density", value, "comfortable");
}

function toggle(attribute: "theme" | "density", value: string, usual: string): void {
  const { dataset } = document.documentElement;
  if (value === usual) delete dataset[attribute];
  else dataset[attribute] = value;
}
