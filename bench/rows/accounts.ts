import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { now } from "../clock";
import type { Contender } from "../contender";
import { type Figure, median, quantile } from "../measure";
import { startRole } from "../role";
import type { Scope } from "../scope";
import { furnish, publish } from "../world";

const newTargets = 1000;
const ratePerSecond = 50;
const graceMs = 5000;

type Seen = { delivered: number; p50: number; p99: number };

/** Cost of 1,000 new hanging targets of one account for another account. */
export async function accounts(scope: Scope): Promise<Figure[]> {
  const [quiet, attacked]: [Seen[], Seen[]] = [[], []];
  for (let round = 0; round < scope.rounds; round++) {
    quiet.push(await run(scope, 0));
    attacked.push(await run(scope, newTargets));
  }
  const of = (runs: Seen[], key: keyof Seen) => median(runs.map((seen) => seen[key]));
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

async function run({ database, receiver, quick }: Scope, hanging: number): Promise<Seen> {
  const { sql } = database;
  const origin = await receiver.call("url");
  const [good = "", ...bad] = await furnish(sql, [
    `${origin}/ok`,
    ...Array.from({ length: hanging }, (_, n) => `${origin}/hang?${n}`),
  ]);
  await giveAway(sql, good);
  await publish(sql, bad, "1 second");
  await receiver.call("reset");
  const worker = startRole<Contender>("roles/postback.ts");
  await worker.call("prepare", { database: database.url, redis: "", jobs: 0, receiver: "" });
  await worker.call("run");
  const publishedAt = new Map<string, number>();
  for (let n = 0; n < (quick ? 5 : 15) * ratePerSecond; n++) {
    const at = now();
    const [event = ""] = await publish(sql, [good]);
    publishedAt.set(event, at);
    await sql`notify deliveries`;
    await delay(Math.max(0, 1000 / ratePerSecond - (now() - at)));
  }
  await delay(graceMs);
  const receipts = await receiver.call("receipts");
  await receiver.call("hangUp");
  await worker.stop();
  const took = [...publishedAt].map(
    ([event, at]) => (receipts.get(`/ok ${event}`)?.at ?? Number.POSITIVE_INFINITY) - at,
  );
  return {
    delivered: took.filter(Number.isFinite).length / took.length,
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
  };
}

/** To its own account. */
async function giveAway(sql: Sql, webhookId: string): Promise<void> {
  await sql`
    with neighbour as (insert into accounts (id, name) values (new_id(), 'neighbour') returning id)
    update webhooks set account_id = neighbour.id from neighbour where webhooks.id = ${webhookId}`;
}
