import { expect, test } from "vitest";
import type { System } from "@/lib/system/queries";
import { queuePart } from "./sending-parts";

const now = "2026-11-21T12:00:00.000Z";

test.each([
  [0, "good", "No delay"],
  [53, "good", "53\u00a0s behind"],
  [240, "warn", "4\u00a0min behind"],
  [600, "bad", "10\u00a0min behind"],
])("a queue that is %i s late says so, and is a problem from a minute on", (late, tone, value) => {
  const oldestDueAt = new Date(Date.parse(now) - late * 1000).toISOString();
  const queue = { ready: 1, expanding: 0, oldestDueAt, scheduled: 0, held: 0, lateWebhooks: 0 };
  const system = { now, queue, breakers: [] as System["breakers"] } as System;
  expect(queuePart(system)).toMatchObject({ tone, value });
});

test.each([
  [0, 0, "400 due, 7 scheduled"],
  [1, 0, "400 due or behind open circuits, 7 scheduled"],
  [0, 2, "400 due or behind limits of webhooks, 7 scheduled"],
  [1, 1, "400 due or behind open circuits or limits of webhooks, 7 scheduled"],
])(
  "with %i open circuits and %i late webhooks, says what may wait for them",
  (open, lateWebhooks, detail) => {
    const queue = { ready: 400, expanding: 0, scheduled: 7, held: 0, lateWebhooks };
    const breaker: System["breakers"][number] = {
      webhookId: "a",
      callbackUrl: "https://a.example",
      state: "open",
      opensAt: now,
    };
    const system = {
      now,
      queue,
      breakers: Array(open).fill(breaker) as System["breakers"],
    } as System;
    expect(queuePart(system)).toMatchObject({ value: "No delay", detail });
  },
);
