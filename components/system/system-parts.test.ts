import { expect, test } from "vitest";
import type { System } from "@/lib/system/queries";
import { queuePart, workersPart } from "./sending-parts";
import { systemParts } from "./system-parts";

const now = "2026-11-21T12:00:00.000Z";
const ago = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
const hourMs = 3_600_000;

/** Returns the part of this name of an installation that has only what the part reads. */
function part(name: string, of: object) {
  const whole = {
    database: { latencyMs: 1, bytes: 1, clockSkewMs: 0, migration: "0001", migrationsMissing: 0 },
    queue: { ready: 0, expanding: 0, scheduled: 0, held: 0 },
    retention: { days: 30 },
    breakers: [],
    workers: [],
    failed24h: 0,
    now,
    ...of,
  } as object as System;
  return systemParts.map((each) => each(whole)).find((each) => each.name === name);
}

test.each([
  [[true, true], "good", "2 running"],
  [[true, false], "warn", "1 running"],
  [[false], "bad", "None running"],
  [[], "bad", "None running"],
])("workers that are alive: %j", (alive, tone, value) => {
  const workers = alive.map((each) => ({ alive: each }));
  expect(workersPart({ workers } as object as System)).toMatchObject({ tone, value });
});

test("counts of the queue end at a limit", () => {
  const queue = { ready: 10_000, expanding: 0, scheduled: 9999, held: 1 };
  expect(queuePart({ queue, breakers: [{}], now } as object as System).detail).toBe(
    "10,000+ due or behind open circuits, 9,999 scheduled, 1 paused",
  );
  expect(part("Queue", {})?.detail).toBe("0 due, 0 scheduled");
});

test("the clock of the database is behind or ahead, and a problem from two seconds on", () => {
  const clock = (clockSkewMs: number) =>
    part("Clock difference", { database: { bytes: 1, clockSkewMs } });
  expect(clock(-2000)).toMatchObject({ tone: "good", detail: "database behind web process" });
  expect(clock(2001)).toMatchObject({
    tone: "warn",
    value: "2.0\u00a0s",
    detail: "database ahead of web process; signatures carry a timestamp",
  });
});

test("retention is a problem when its last run failed or is three hours ago", () => {
  const retention = (ranAt: string | undefined, succeeded: boolean) =>
    part("Retention", { retention: { days: 1, ranAt, succeeded } });
  expect(retention(undefined, false)).toMatchObject({ tone: "idle", detail: "keeps 1 day" });
  expect(retention(ago(hourMs), true)).toMatchObject({ tone: "good", value: "Ran 1\u00a0h ago" });
  expect(retention(ago(hourMs), false)).toMatchObject({ tone: "warn", value: "Last run failed" });
  expect(retention(ago(3 * hourMs + 1), true)).toMatchObject({ tone: "warn" });
});
