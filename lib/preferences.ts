import { logColumns } from "./deliveries/view";
import { zoneNamed } from "./zone";

/** A person's preferences in this browser. Stored in cookies, so that the server renders with them. */
export type Preferences = {
  theme: "system" | "light" | "dark";
  density: "comfortable" | "compact";
  singleKeys: "on" | "off";
  /** Whether the overview shows the first steps. */
  checklist: "shown" | "hidden";
  /** Whether the signature check of this browser found a valid signature. */
  signature: "unverified" | "verified";
  /** Whether the delivery log shows its chart. */
  logChart: "shown" | "hidden";
  /** Columns that the delivery log leaves out, separated by commas. */
  hiddenColumns: string;
  /** "UTC", "local", or the name of a zone. */
  zone: string;
  /** The browser's own zone, as of its last visit. */
  here: string;
};

export const cookieOf: Record<keyof Preferences, string> = {
  theme: "theme",
  density: "density",
  singleKeys: "single_keys",
  checklist: "checklist",
  signature: "signature",
  logChart: "log_chart",
  hiddenColumns: "hidden_columns",
  zone: "zone",
  here: "zone_here",
};

/** Reads preferences from cookies. An invalid value counts as the default. */
export function readPreferences(cookie: (name: string) => string | undefined): Preferences {
  const of = (name: keyof Preferences) => cookie(cookieOf[name]) ?? "";
  return {
    theme: oneOf(["system", "light", "dark"], of("theme")),
    density: oneOf(["comfortable", "compact"], of("density")),
    singleKeys: oneOf(["on", "off"], of("singleKeys")),
    checklist: oneOf(["shown", "hidden"], of("checklist")),
    signature: oneOf(["unverified", "verified"], of("signature")),
    logChart: oneOf(["shown", "hidden"], of("logChart")),
    hiddenColumns: logColumns.filter((one) => of("hiddenColumns").split(",").includes(one)).join(),
    zone: of("zone") === "local" ? "local" : (zoneNamed(of("zone") || "UTC") ?? "UTC"),
    here: zoneNamed(of("here") || "UTC") ?? "UTC",
  };
}

/** Returns the zone in which times are shown. */
export function zoneOf({ zone, here }: Pick<Preferences, "zone" | "here">): string {
  return zone === "local" ? here : zone;
}

function oneOf<const T extends string>(choices: readonly [T, ...T[]], given: string): T {
  return choices.find((choice) => choice === given) ?? choices[0];
}
