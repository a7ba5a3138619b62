import { expect, test } from "vitest";
import { cutAt } from "./cut-middle";

test.each([
  ["a last word stays whole", "127.0.0.1:40000/browser", "/browser"],
  ["a short one has company", "hooks.example.com/v1/in", "/v1/in"],
  ["a long one is cut itself", "events.example.com/notifications-of-videogenerations", "ations"],
  ["a short name is all end", "in", "in"],
])("%s: %s", (_, name, end) => {
  expect(name.slice(cutAt(name))).toBe(end);
});
