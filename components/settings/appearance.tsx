"use client";

import type { ReactNode } from "react";
import { Choices } from "@/components/form/choices";
import { useChoose, usePreference } from "@/components/preferences/preferences";
import { ZoneChoice } from "@/components/time/zone-choice";
import { Card } from "@/components/ui/card";
import { Choice } from "@/components/ui/choice";
import type { Preferences } from "@/lib/preferences";

const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;
const densities = [
  { value: "comfortable", label: "Comfortable" },
  { value: "compact", label: "Compact", hint: "More rows per screen" },
] as const;

/** Display preferences of this browser; changes apply immediately. */
export function Appearance() {
  const singleKeys = usePreference("singleKeys");
  const choose = useChoose();
  return (
    <Card title="This browser" hint="Stored in this browser. Changes apply immediately.">
      <div className="grid gap-6 sm:grid-cols-2">
        <Radios legend="Theme" name="theme" options={themes} />
        <Radios legend="Tables" name="density" options={densities} />
        <ZoneChoice />
        <Choices legend="Keyboard">
          <Choice
            type="checkbox"
            label="Single-key shortcuts"
            hint={
              <>
                Such as <Key>g</Key> <Key>d</Key> and <Key>j</Key>. When off, only shortcuts with
                Ctrl or ⌘ work, which suits voice input.
              </>
            }
            checked={singleKeys === "on"}
            onChange={({ target }) => choose("singleKeys", target.checked ? "on" : "off")}
          />
        </Choices>
      </div>
    </Card>
  );
}

type Named = "theme" | "density";
type Option<N extends Named> = { value: Preferences[N]; label: string; hint?: string };
type Props<N extends Named> = { legend: string; name: N; options: readonly Option<N>[] };

function Radios<N extends Named>({ legend, name, options }: Props<N>) {
  const chosen = usePreference(name);
  const choose = useChoose();
  return (
    <Choices legend={legend}>
      {options.map(({ value, label, hint }) => (
        <Choice
          key={value}
          type="radio"
          name={name}
          label={label}
          hint={hint}
          checked={chosen === value}
          onChange={() => choose(name, value)}
        />
      ))}
    </Choices>
  );
}

function Key({ children }: { children: ReactNode }) {
  return <kbd className="rounded border border-line bg-sunken px-1 font-sans">{children}</kbd>;
}
