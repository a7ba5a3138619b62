import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { startWorker } from "@/worker/start";
import { furnish, listen, publish, startDatabase } from "./world";

/** What receivers that hang cost those that do not. Ends by itself, in about two minutes. */
const webhooks = 1000;
const ratePerSecond = 200;
const seconds = 8;
const tickMs = 50;
const graceMs = 2000;
const rounds = 3;

const settings = {
  WORKER_CONCURRENCY: 64,
  ALLOW_PRIVATE_CIDRS: "127.0.0.0/8",
  CALLBACK_HTTPS_ONLY: false,
};
const scenarios = [
  { name: "none hangs", hanging: 0, waiting: 0 },
  { name: "10 hang", hanging: 10, waiting: 0 },
  { name: "10 hang, 20,000 of theirs at the head", hanging: 10, waiting: 20_000 },
];
type Scenario = (typeof scenarios)[number];
type Figures = { delivered: number; p50: number; p99: number };

const arrivedAt = new Map<string, number>();
const healthy = await listen((request, response) => {
  arrivedAt.set(String(request.headers["webhook-id"]), performance.now());
  request.resume().on("end", () => response.end());
});
const hung = await listen(() => {});
const database = await startDatabase();
try {
  const seen = new Map<string, Figures[]>(scenarios.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const scenario of scenarios) seen.get(scenario.name)?.push(await run(scenario));
  }
  console.table(Object.fromEntries([...seen].map(([name, figures]) => [name, summary(figures)])));
} finally {
  await database.stop();
  healthy.close();
  hung.close();
}

async function run({ hanging, waiting }: Scenario): Promise<Figures> {
  const { sql, url } = database;
  const addresses = Array.from({ length: webhooks }, (_, n) => (n < hanging ? hung : healthy).url);
  const ids = await furnish(sql, addresses);
  const bad = ids.slice(0, hanging);
  if (waiting > 0) {
    await publish(
      sql,
      Array.from({ length: waiting }, (_, n) => bad[n % hanging] ?? ""),
      "1 hour",
    );
    // What has waited for an hour has been counted by Postgres meanwhile.
    await sql`analyze`;
  }
  arrivedAt.clear();
  const worker = startWorker(url, settings);
  const publishedAt = await publishSteadily(sql, ids, new Set(bad));
  await delay(graceMs);
  const figures = measure(publishedAt);
  // Nobody waits for those that hang.
  hung.hangUp();
  await worker.stop();
  return figures;
}

/** To all webhooks in turn, those that hang included. When each event of the healthy ones was published. */
async function publishSteadily(sql: Sql, ids: string[], bad: Set<string>) {
  const publishedAt = new Map<string, number>();
  const perTick = (ratePerSecond * tickMs) / 1000;
  for (let tick = 0; tick < (seconds * 1000) / tickMs; tick++) {
    const now = performance.now();
    const group = Array.from(
      { length: perTick },
      // A step that shares no factor with the number of webhooks reaches each of them.
      (_, n) => ids[((tick * perTick + n) * 37) % ids.length] ?? "",
    );
    const events = await publish(sql, group);
    await sql`notify deliveries`;
    events.forEach((event, n) => {
      if (!bad.has(group[n] ?? "")) publishedAt.set(event, now);
    });
    await delay(Math.max(0, tickMs - (performance.now() - now)));
  }
  return publishedAt;
}

function measure(publishedAt: Map<string, number>): Figures {
  const took = [...publishedAt]
    .map(([event, at]) => (arrivedAt.get(event) ?? Number.POSITIVE_INFINITY) - at)
    .sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN;
  const delivered = took.filter(Number.isFinite).length / took.length;
  return { delivered: delivered * 100, p50: at(0.5), p99: at(0.99) };
}

function summary(figures: Figures[]) {
  const median = (of: (one: Figures) => number) =>
    figures.map(of).sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
  return {
    "healthy delivered, %": Number(median(({ delivered }) => delivered).toFixed(1)),
    "p50, ms": Math.round(median(({ p50 }) => p50)),
    "p99, ms": Math.round(median(({ p99 }) => p99)),
  };
}
