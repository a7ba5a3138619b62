import { expect, test } from "vitest";
import type { healthStates } from "@/lib/health/contract";
import { byHealth } from "./by-health";

type State = (typeof healthStates)[number];

test("those in trouble come first, and each kind keeps its order", () => {
  const states: Record<string, State> = {
    quiet: "no_traffic",
    newer: "failing",
    well: "healthy",
    paused: "paused",
    gone: "auto_paused",
    older: "failing",
    shaky: "degraded",
  };
  const webhooks = Object.keys(states).map((id) => ({ id }));
  const healthOf = new Map(Object.entries(states).map(([id, state]) => [id, { state }]));

  expect(byHealth(webhooks, healthOf).map(({ id }) => id)).toEqual([
    "newer",
    "older",
    "shaky",
    "gone",
    "paused",
    "well",
    "quiet",
  ]);
});

test("without any health known they stay as they were", () => {
  const webhooks = [{ id: "b" }, { id: "a" }];
  expect(byHealth(webhooks, new Map())).toEqual(webhooks);
});
