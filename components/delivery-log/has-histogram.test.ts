import { expect, test } from "vitest";
import { hasHistogram } from "./has-histogram";

test("a log has a chart unless its filters are none of statistics", () => {
  const has = (filter: Partial<Parameters<typeof hasHistogram>[0]>) =>
    hasHistogram({ status: [], trigger: [], q: "", ...filter });
  expect(has({ q: "video-1" })).toBe(false);
  expect(has({ trigger: ["test"] })).toBe(false);
  expect(has({ status: ["failed", "sending"] })).toBe(false);
  expect(has({ status: ["pending", "retrying", "failed", "delivered", "cancelled"] })).toBe(true);
});
