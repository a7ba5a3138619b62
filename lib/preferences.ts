import { zoneNamed } from "./zone";

/** What a person chose for this browser. Cookies hold it, so that the server draws a page right from its first byte. */
export type Preferences = {
  theme: "system" | "light" | "dark";
  density: "comfortable" | "compact";
  singleKeys: "on" | "off";
  /** The first steps on the overview. */
  checklist: "shown" | "hidden";
  /** "UTC", "local", or the name of a zone. */
  zone: string;
  /** The browser's own zone, as it told at its last visit. */
  here: string;
};

export const cookieOf: Record<keyof Preferences, string> = {
  theme: "theme",
  density: "density",
  singleKeys: "single_keys",
  checklist: "checklist",
  zone: "zone",
  here: "zone_here",
};

/** Anybody can write a cookie: what is not one of the choices is the default. */
export function readPreferences(cookie: (name: string) => string | undefined): Preferences {
  const of = (name: keyof Preferences) => cookie(cookieOf[name]) ?? "";
  return {
    theme: oneOf(["system", "light", "dark"], of("theme")),
    density: oneOf(["comfortable", "compact"], of("density")),
    singleKeys: oneOf(["on", "off"], of("singleKeys")),
    checklist: oneOf(["shown", "hidden"], of("checklist")),
    zone: of("zone") === "local" ? "local" : (zoneNamed(of("zone") || "UTC") ?? "UTC"),
    here: zoneNamed(of("here") || "UTC") ?? "UTC",
  };
}

/** The zone in which times are told. */
export function zoneOf({ zone, here }: Preferences): string {
  return zone === "local" ? here : zone;
}

function oneOf<const T extends string>(choices: readonly [T, ...T[]], given: string): T {
  return choices.find((choice) => choice === given) ?? choices[0];
}
