import { expect, test } from "vitest";
import type { System } from "@/lib/system/queries";
import { queueSummary, receiversSummary } from "./health-summary";

const now = "2026-11-21T12:00:00.000Z";
const worker = { id: "a", host: "a", pid: 1, version: "1", startedAt: now, beatAt: now };

function system(dueFor: number, alive = true): System {
  const oldestDueAt = new Date(Date.parse(now) - dueFor * 1000).toISOString();
  return {
    version: "1",
    now,
    database: { latencyMs: 1, clockSkewMs: 0, bytes: 1, migration: "0001", migrationsMissing: 0 },
    queue: { ready: 1, expanding: 0, oldestDueAt, scheduled: 0, held: 0, lateWebhooks: 0 },
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
type State = "healthy" | "failing" | "degraded" | "late" | "paused" | "auto_paused" | "no_traffic";
const health = (counts: Partial<Record<State, number>>) => ({
  data: Object.entries(counts).map(([state, webhooks]) => ({ state: state as State, webhooks })),
  error: null,
});

test("names the worst state, and counts the webhooks of other states that need attention", () => {
  const words = (given: Parameters<typeof health>[0]) => receiversSummary(health(given)).words;
  expect(words({ failing: 0, healthy: 1 })).toBe("All delivering");
  expect(words({ healthy: 1, paused: 1 })).toBe("1 paused");
  expect(words({ paused: 2, no_traffic: 1 })).toBe("2 paused");
  expect(words({ failing: 1, paused: 1 })).toBe("1 failing");
  expect(words({ healthy: 1, degraded: 1, auto_paused: 1 })).toBe("1 auto-paused, 1 more");
  expect(words({ healthy: 1, late: 1, paused: 3 })).toBe("1 late");
  expect(words({ failing: 2, degraded: 1, late: 3, paused: 4 })).toBe("2 failing, 4 more");
  expect(words({})).toBe("No traffic");
});

test("leads to the webhooks that it counts, and has the tone of the worst", () => {
  const link = (given: Parameters<typeof health>[0]) => {
    const { tone, href } = receiversSummary(health(given));
    return `${tone} ${href}`;
  };
  expect(link({ late: 2, healthy: 1 })).toBe("warn /webhooks?status=late");
  expect(link({ auto_paused: 2, paused: 1 })).toBe("warn /webhooks?status=auto_paused");
  expect(link({ late: 2, degraded: 1 })).toBe("warn /webhooks?status=degraded,late");
  expect(link({ failing: 1, late: 2 })).toBe("bad /webhooks?status=failing,late");
  expect(link({ paused: 2 })).toBe("idle /webhooks?status=paused");
  expect(link({ healthy: 2 })).toBe("good /system");
});

test("shows the queue only while it is late or has no worker", () => {
  expect(queueSummary(system(0))).toBeUndefined();
  expect(queueSummary(undefined)).toBeUndefined();
  expect(queueSummary(system(240))).toEqual({
    tone: "warn",
    words: "Queue 4\u00a0min behind",
    href: "/system",
  });
  expect(queueSummary(system(600))?.tone).toBe("bad");
  expect(queueSummary(system(600, false))?.words).toBe("No worker");
});

test("without a response, no state is claimed", () => {
  const lost = { data: [{ state: "healthy" as const, webhooks: 1 }], error: new Error("gone") };
  expect(receiversSummary(lost).words).toBe("No response");
  expect(receiversSummary({ error: null, data: undefined }).words).toBe("Checking…");
});
