import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { connectEngine } from "@/db/client";
import { dayOf } from "@/lib/retention/days";
import { logTables } from "@/lib/retention/log-tables";
import { createPartition } from "@/lib/retention/partitions";
import { failure, success } from "@/tests/attempt-results";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { claim } from "./claim";
import { completeDeliveries } from "./complete";
import { sentResult } from "./result";
import type { RetryDecision } from "./retry-decision";

const { sql, url } = await freshDatabase();
const make = makers(sql);
const size = 6;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
// Partitions that some groups of results do not touch.
for (const days of [1, 2, 3])
  for (const table of logTables) await createPartition(sql, table, dayOf(inDays(days)));

/** Claims a group of deliveries that were made on this number of days, each to a webhook of its own. */
async function claimGroup(days: number) {
  for (let n = 0; n < size; n++) {
    const id = await idAt(inDays(1 + (n % days)));
    await make.delivery(await make.webhook(), { id });
  }
  const { claimed } = await claim(sql, { limit: size });
  expect(claimed).toHaveLength(size);
  return claimed;
}

async function idAt(time: Date): Promise<string> {
  const [row] = await sql<[{ at: string }]>`select id_at(${time}) as at`;
  return row.at.slice(0, 13) + uuidv7().slice(13);
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
