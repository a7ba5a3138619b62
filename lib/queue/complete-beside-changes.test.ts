import { expect, test } from "vitest";
import { connectEngine } from "@/db/client";
import { failure, success } from "@/tests/attempt-results";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { logDays } from "@/tests/log-days";
import { makers } from "@/tests/make";
import { claim } from "./claim";
import { completeDeliveries } from "./complete";
import { sentResult } from "./result";
import type { RetryDecision } from "./retry-decision";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const size = 6;
const log = logDays(sql);
// Partitions that some groups of results do not touch.
for (const day of [1, 2, 3]) await log.create(day);

/** Claims a group of deliveries that were made on this number of days, each to a webhook of its own. */
async function claimGroup(days: number) {
  for (let n = 0; n < size; n++) {
    const id = await log.idIn(1 + (n % days));
    await make.delivery(await make.webhook(), { id });
  }
  const { claimed } = await claim(sql, { limit: size });
  expect(claimed).toHaveLength(size);
  return claimed;
}

const decisions: RetryDecision[] = [
  { kind: "delivered" },
  { kind: "retry", delayMs: 3_600_000 },
  { kind: "failed" },
];
const changes = {
  queue: "update queue set resume_at = now() where delivery_id = $1",
  deliveries: "update deliveries set attempts = attempts where id = $1",
};
const cases = decisions.flatMap((decision) =>
  (["queue", "deliveries"] as const).flatMap((table) =>
    [1, 2].map((days) => ({ decision, kind: decision.kind, table, days })),
  ),
);

// Postgres 18.4 recorded nothing more of the group, or crashed: see `nearIds`.
test.each(cases)(
  "results ($kind, of $days days) are recorded although a row in $table was changed meanwhile",
  async ({ decision, table, days }) => {
    const claimed = await claimGroup(days);
    const engine = connectEngine(url, 1);
    const other = await sql.reserve();
    await other`begin`;
    await other.unsafe(changes[table], [claimed[1]!.deliveryId]);
    const result = decision.kind === "delivered" ? success : failure;
    const recording = completeDeliveries(
      engine,
      claimed.map((one) => sentResult(one, result, decision)),
    );
    await eventually(async () => expect(await countWaiting(sql)).toBe(1));
    await other`commit`;
    other.release();
    expect(await recording).toBe(size);
    const ids = claimed.map(({ deliveryId }) => deliveryId);
    const recorded = await sql`select attempts from deliveries where id = any(${ids}::uuid[])`;
    expect(recorded).toEqual(Array(size).fill({ attempts: 1 }));
    await engine.end();
  },
);
