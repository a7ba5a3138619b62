import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { now } from "../clock";
import { warmUpSeconds } from "../durations";
import { type HealthyDeliveries, measureHealthy } from "../healthy-deliveries";
import { type Figure, median } from "../measure";
import type { Scope } from "../scope";
import { furnish, publish } from "../world";

const webhooks = 1000;
const ratePerSecond = 200;
const tickMs = 50;
const graceMs = 2000;

const scenarios = [
  { name: "none hangs", hanging: 0, waiting: 0 },
  { name: "10 of 1,000 hang", hanging: 10, waiting: 0 },
  { name: "10 hang, 20,000 of theirs at the head", hanging: 10, waiting: 20_000 },
];
type Scenario = (typeof scenarios)[number];

/** Cost of hanging receivers for healthy ones. */
export async function hanging(scope: Scope): Promise<Figure[]> {
  const seen = scenarios.map((scenario) => ({ scenario, runs: [] as HealthyDeliveries[] }));
  for (let round = 0; round < scope.rounds; round++) {
    for (const { scenario, runs } of seen) runs.push(await run(scope, scenario));
  }
  const [none, some, head] = seen.map(({ scenario, runs }) => ({
    what: `healthy, ${scenario.name}`,
    delivered: median(runs.map(({ delivered }) => delivered)),
    p50: median(runs.map(({ p50 }) => p50)),
    p99: median(runs.map(({ p99 }) => p99)),
  }));
  if (!none || !some || !head) return [];
  const row = "hanging";
  const note = (of: typeof none) => `p50 ${of.p50.toFixed(1)} ms`;
  return [
    ...[some, head].map(
      ({ what, delivered }): Figure => ({
        row,
        what: `${what}: delivered`,
        figure: delivered * 100,
        unit: "%",
        goal: { of: "figure", atLeast: 100 },
      }),
    ),
    {
      row,
      what: `${some.what}: p99`,
      figure: some.p99,
      unit: "ms",
      reference: { name: "ms without them", figure: none.p99 },
      goal: { of: "ratio", atMost: 1.5 },
      note: note(some),
    },
    {
      row,
      what: `${head.what}: p99`,
      figure: head.p99,
      unit: "ms",
      goal: { of: "figure", atMost: 300 },
      note: note(head),
    },
  ];
}

async function run(scope: Scope, { hanging, waiting }: Scenario): Promise<HealthyDeliveries> {
  const { database, receiver } = scope;
  const origin = await receiver.call("url");
  const addresses = Array.from(
    { length: webhooks },
    (_, n) => `${origin}/${n < hanging ? "hang" : "ok"}`,
  );
  const ids = await furnish(database.sql, addresses, new Date());
  const [bad, healthy] = [ids.slice(0, hanging), ids.slice(hanging)];
  return measureHealthy(scope, graceMs, async () => {
    await publishSteadily(database.sql, healthy, new Set(), warmUpSeconds);
    if (waiting > 0) {
      const group = Array.from({ length: waiting }, (_, n) => bad[n % hanging] ?? "");
      await publish(database.sql, group);
    }
    const seconds = scope.quick ? 3 : 8;
    return publishSteadily(database.sql, ids, new Set(bad), seconds);
  });
}

/** Publishes to all webhooks in turn, hanging ones included. Returns the publishing times of healthy ones. */
async function publishSteadily(sql: Sql, ids: string[], bad: Set<string>, seconds: number) {
  const publishedAt = new Map<string, number>();
  const perTick = (ratePerSecond * tickMs) / 1000;
  for (let tick = 0; tick < (seconds * 1000) / tickMs; tick++) {
    const at = now();
    const group = Array.from(
      { length: perTick },
      // A step coprime to the number of webhooks reaches each of them.
      (_, n) => ids[((tick * perTick + n) * 37) % ids.length] ?? "",
    );
    const events = await publish(sql, group);
    await sql`notify deliveries`;
    events.forEach((event, n) => {
      if (!bad.has(group[n] ?? "")) publishedAt.set(event, at);
    });
    await delay(Math.max(0, tickMs - (now() - at)));
  }
  return publishedAt;
}
