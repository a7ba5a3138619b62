import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Sparkline } from "./sparkline";

type Health = Parameters<typeof Sparkline>[0]["health"];

test.each([
  [{ state: "degraded" as const }, "3 waiting"],
  [{ state: "degraded" as const, lateBy: "rate" as const }, "90 waiting"],
  [{ state: "late" as const, retrying: 0, lateBy: "concurrency" as const }, "90 waiting"],
  [{ state: "degraded" as const, restsUntil: "2026-01-01T00:00:00Z" }, "90 waiting"],
])("%j has %s", (facts, words) => {
  const known = { hours: [], delivered: 7, failed: 0, retrying: 3, backlog: 90 };
  const health: Health = { ...known, ...facts };
  expect(renderToStaticMarkup(createElement(Sparkline, { health }))).toContain(`>${words}<`);
});
