import { expect, test } from "vitest";
import { changedFromDefaults, defaultSettings } from "./advanced-draft";

test("only settings that differ from the defaults are saved", () => {
  expect(changedFromDefaults(defaultSettings)).toBeNull();
  expect(changedFromDefaults({ ...defaultSettings, headers: " \n" })).toBeNull();
  expect(changedFromDefaults({ ...defaultSettings, headers: "x-tenant: 7" })).toEqual({
    headers: { "x-tenant": "7" },
  });
  expect(changedFromDefaults({ ...defaultSettings, label: "Studio", ratePerSecond: 5 })).toEqual({
    label: "Studio",
    ratePerSecond: 5,
  });
});
