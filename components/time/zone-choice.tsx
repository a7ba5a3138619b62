"use client";

import { useId, useSyncExternalStore } from "react";
import { usePreferences } from "@/components/preferences/preferences";
import { Choice } from "@/components/ui/choice";
import { Select } from "@/components/ui/input";

/** UTC, the browser's own zone, or any other. */
export function ZoneChoice() {
  const { chosen, choose } = usePreferences();
  const id = useId();
  const other = chosen.zone !== "UTC" && chosen.zone !== "local";
  const name = `zone-${id}`;
  const zones = useZones();
  const named = other && !zones.includes(chosen.zone) ? [chosen.zone, ...zones] : zones;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Show times in</legend>
      <Choice
        type="radio"
        name={name}
        label="UTC"
        hint="As servers log them"
        checked={chosen.zone === "UTC"}
        onChange={() => choose("zone", "UTC")}
      />
      <Choice
        type="radio"
        name={name}
        label="Local time"
        hint={chosen.here}
        checked={chosen.zone === "local"}
        onChange={() => choose("zone", "local")}
      />
      <label htmlFor={`other-${id}`} className="mt-2 mb-1 block text-soft text-sm">
        Another zone
      </label>
      <Select
        id={`other-${id}`}
        value={other ? chosen.zone : ""}
        onChange={({ target }) => choose("zone", target.value || "UTC")}
      >
        <option value="">None</option>
        {named.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </Select>
    </fieldset>
  );
}

const none: readonly string[] = [];
let known: readonly string[] | undefined;

/** Zones that the browser supports. The server may know others, so its render lists only the selected one. */
function useZones(): readonly string[] {
  return useSyncExternalStore(
    () => () => {},
    () => {
      known ??= Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC");
      return known;
    },
    () => none,
  );
}
