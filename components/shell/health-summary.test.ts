import { expect, test } from "vitest";
import type { System } from "@/lib/system/queries";
import { healthSummary } from "./health-summary";

const now = "2026-11-21T12:00:00.000Z";
const worker = { id: "a", host: "a", pid: 1, version: "1", startedAt: now, beatAt: now };

function system(dueFor: number, alive = true): System {
  const oldestDueAt = new Date(Date.parse(now) - dueFor * 1000).toISOString();
  return {
    version: "1",
    now,
    database: { latencyMs: 1, clockSkewMs: 0, bytes: 1, migration: "0001", migrationsMissing: 0 },
    queue: { ready: 1, expanding: 0, oldestDueAt, scheduled: 0, held: 0 },
    workers: [{ ...worker, alive }],
    failed24h: 0,
    throughput: [],
    breakers: [],
    retention: { days: 30 },
    retryWaitsSeconds: [],
    warnings: [],
    settings: [],
  };
}
const health = (...states: ("healthy" | "failing" | "degraded" | "paused" | "auto_paused")[]) => ({
  data: states.map((state) => ({ state })),
  error: null,
});
const words = (...given: Parameters<typeof healthSummary>) => healthSummary(...given).words;

test("the worst of the webhooks is told, and how many there are", () => {
  expect(words(health("healthy", "paused"), system(0))).toBe("All delivering");
  expect(words(health("healthy", "degraded", "auto_paused"), system(0))).toBe("1 auto-paused");
  expect(words(health("failing", "degraded", "failing"), system(0))).toBe("2 failing");
  expect(words(health(), system(0))).toBe("No traffic");
});

test("a late queue and missing workers come first", () => {
  expect(healthSummary(health("failing"), system(240))).toMatchObject({
    tone: "warn",
    words: "Queue 4 min behind",
    href: "/system",
  });
  expect(healthSummary(health("healthy"), system(600)).tone).toBe("bad");
  expect(words(health("failing"), system(600, false))).toBe("No worker");
});

test("without an answer there is no good news", () => {
  expect(words({ data: [{ state: "healthy" }], error: new Error("gone") }, undefined)).toBe(
    "No response",
  );
  expect(words({ error: null }, undefined)).toBe("Checking…");
});
