"use client";

import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from "react";
import { cookieOf, type Preferences } from "@/lib/preferences";

type Choose = <K extends keyof Preferences>(name: K, value: Preferences[K]) => void;
type Store = {
  initial: Preferences;
  read: () => Preferences;
  subscribe: (listener: () => void) => () => void;
  choose: Choose;
};

const Current = createContext<Store | null>(null);

/** Display preferences, equal on the server and in the first client render. */
export function PreferencesProvider({
  initial,
  children,
}: {
  initial: Preferences;
  children: ReactNode;
}) {
  const [store] = useState(() => makeStore(initial));
  return <Current value={store}>{children}</Current>;
}

/** Returns the value of a preference. The component renders when it changes. */
export function usePreference<K extends keyof Preferences>(name: K): Preferences[K] {
  const { initial, read, subscribe } = useStore();
  return useSyncExternalStore(
    subscribe,
    () => read()[name],
    () => initial[name],
  );
}

/** Returns the function that stores the value of a preference. */
export function useChoose(): Choose {
  return useStore().choose;
}

function useStore(): Store {
  const store = useContext(Current);
  if (!store) throw new Error("Preferences need a <PreferencesProvider>.");
  return store;
}

/**
 * An external store and not state in a context: a part of the page that hydrates after a change still needs the
 * preferences of the server's render.
 */
function makeStore(initial: Preferences): Store {
  const listeners = new Set<() => void>();
  let chosen = initial;
  return {
    initial,
    read: () => chosen,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose(name, value) {
      chosen = { ...chosen, [name]: value };
      keep(name, value);
      show(name, value);
      for (const listener of listeners) listener();
    },
  };
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
