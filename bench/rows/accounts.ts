import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { now } from "../clock";
import { type HealthyDeliveries, measureHealthy } from "../healthy-deliveries";
import { type Figure, median } from "../measure";
import type { Scope } from "../scope";
import { furnish, publish } from "../world";

const newTargets = 1000;
const ratePerSecond = 50;
const graceMs = 5000;

/** Cost of 1,000 new hanging targets of one account for another account. */
export async function accounts(scope: Scope): Promise<Figure[]> {
  const [quiet, attacked]: [HealthyDeliveries[], HealthyDeliveries[]] = [[], []];
  for (let round = 0; round < scope.rounds; round++) {
    quiet.push(await run(scope, 0));
    attacked.push(await run(scope, newTargets));
  }
  const of = (runs: HealthyDeliveries[], key: keyof HealthyDeliveries) =>
    median(runs.map((seen) => seen[key]));
  const row = "accounts";
  return [
    {
      row,
      what: `another account beside ${newTargets.toLocaleString("en")} new targets that hang: delivered`,
      figure: of(attacked, "delivered") * 100,
      unit: "%",
      goal: { of: "figure", atLeast: 100 },
    },
    {
      row,
      what: "another account beside them: p99",
      figure: of(attacked, "p99"),
      unit: "ms",
      reference: { name: "ms without them", figure: of(quiet, "p99") },
      goal: { of: "ratio", atMost: 3 },
      note: `p50 ${of(attacked, "p50").toFixed(1)} ms, without them ${of(quiet, "p50").toFixed(1)} ms`,
    },
  ];
}

async function run(scope: Scope, hanging: number): Promise<HealthyDeliveries> {
  const { database, receiver, quick } = scope;
  const { sql } = database;
  const origin = await receiver.call("url");
  const [good = "", ...bad] = await furnish(sql, [
    `${origin}/ok`,
    ...Array.from({ length: hanging }, (_, n) => `${origin}/hang?${n}`),
  ]);
  await moveToOwnAccount(sql, good);
  await publish(sql, bad, "1 second");
  return measureHealthy(scope, graceMs, () =>
    publishSteadily(sql, good, (quick ? 5 : 15) * ratePerSecond),
  );
}

/** Publishes events to one webhook. Returns their publishing times. */
async function publishSteadily(sql: Sql, webhookId: string, count: number) {
  const publishedAt = new Map<string, number>();
  for (let n = 0; n < count; n++) {
    const at = now();
    const [event = ""] = await publish(sql, [webhookId]);
    publishedAt.set(event, at);
    await sql`notify deliveries`;
    await delay(Math.max(0, 1000 / ratePerSecond - (now() - at)));
  }
  return publishedAt;
}

/** Moves a webhook to an account of its own. */
async function moveToOwnAccount(sql: Sql, webhookId: string): Promise<void> {
  await sql`
    with neighbour as (insert into accounts (id, name) values (new_id(), 'neighbour') returning id)
    update webhooks set account_id = neighbour.id from neighbour where webhooks.id = ${webhookId}`;
}
