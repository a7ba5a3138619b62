import { expect, test } from "vitest";
import { readPreferences, zoneOf } from "./preferences";

const from = (cookies: Record<string, string>) => readPreferences((name) => cookies[name]);

test("a browser that never chose gets the defaults", () => {
  const { here, ...chosen } = from({});
  expect(chosen).toEqual({
    theme: "system",
    checklist: "shown",
    signature: "unverified",
    density: "comfortable",
    singleKeys: "on",
    logChart: "shown",
    hiddenColumns: "",
    zone: "UTC",
  });
  expect(here).toBe("UTC");
});

test.each([
  [{ zone: "utc", zone_here: "Europe/Berlin" }, "UTC"],
  [{ zone: "local", zone_here: "Pacific/Kiritimati" }, "Pacific/Kiritimati"],
  [{ zone: "local" }, "UTC"],
  [{ zone: "europe/berlin" }, "Europe/Berlin"],
  [{ zone: "Nowhere/At_All" }, "UTC"],
  [{ zone: "local", zone_here: "<script>" }, "UTC"],
])("%j is shown in %s", (cookies, zone) => {
  expect(zoneOf(from(cookies as Record<string, string>))).toBe(zone);
});

test("an invalid choice is the default", () => {
  const columns = "next,none,subject";
  const cookies = { theme: "pink", density: "tiny", single_keys: "0", hidden_columns: columns };
  expect(from(cookies)).toMatchObject({
    hiddenColumns: "subject,next",
    theme: "system",
    density: "comfortable",
    singleKeys: "on",
  });
});
