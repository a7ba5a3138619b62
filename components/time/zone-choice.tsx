"use client";

import { useEffect, useId, useSyncExternalStore } from "react";
import { useChoose, usePreference } from "@/components/preferences/preferences";
import { Choice } from "@/components/ui/choice";
import { SelectBox } from "@/components/ui/select-box";
import { useLearnLocalZone } from "./local-zone";

/** UTC, the browser's own zone, or any other. */
export function ZoneChoice() {
  const chosen = usePreference("zone");
  const here = usePreference("here");
  const choose = useChoose();
  const learnLocalZone = useLearnLocalZone();
  useEffect(learnLocalZone, [learnLocalZone]);
  const id = useId();
  const other = chosen !== "UTC" && chosen !== "local";
  const name = `zone-${id}`;
  const zones = useZones();
  const named = other && !zones.includes(chosen) ? [chosen, ...zones] : zones;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Show times in</legend>
      <Choice
        type="radio"
        name={name}
        label="UTC"
        hint="As servers log them"
        checked={chosen === "UTC"}
        onChange={() => choose("zone", "UTC")}
      />
      <Choice
        type="radio"
        name={name}
        label="Local time"
        hint={here}
        checked={chosen === "local"}
        onChange={() => choose("zone", "local")}
      />
      <label htmlFor={`other-${id}`} className="mt-2 mb-1 block text-soft text-sm">
        Another zone
      </label>
      <SelectBox
        id={`other-${id}`}
        label="Another zone"
        options={[none, ...named.map((zone) => ({ value: zone, label: zone }))]}
        value={other ? chosen : none.value}
        onChange={(zone) => choose("zone", zone || "UTC")}
      />
    </fieldset>
  );
}

const none = { value: "", label: "None" };
const unknown: readonly string[] = [];
let known: readonly string[] | undefined;

/** Zones that the browser supports. The server may know others, so its render lists only the selected one. */
function useZones(): readonly string[] {
  return useSyncExternalStore(
    () => () => {},
    () => {
      known ??= Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC");
      return known;
    },
    () => unknown,
  );
}
