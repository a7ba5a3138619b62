import { setTimeout as delay } from "node:timers/promises";
import type { Contender } from "../contender";
import { type Figure, median } from "../measure";
import { startRole } from "../role";
import type { Scope } from "../scope";
import { furnish, publish } from "../world";

const ratePerSecond = 50;
const workers = 3;

/** Rate that a rate-limited webhook gets from several processes, each with a backlog for it. */
export async function rate(scope: Scope): Promise<Figure[]> {
  const runs: number[] = [];
  for (let round = 0; round < scope.rounds; round++) runs.push(await run(scope));
  return [
    {
      row: "rate",
      what: `requests/s that ${workers} processes send together`,
      figure: median(runs),
      unit: "/s",
      reference: { name: "/s allowed", figure: ratePerSecond },
      goal: { of: "ratio", atMost: 1.2 },
    },
    {
      row: "rate",
      what: "the same, from below",
      figure: median(runs),
      unit: "/s",
      reference: { name: "/s allowed", figure: ratePerSecond },
      goal: { of: "ratio", atLeast: 0.8 },
    },
  ];
}

async function run({ database, receiver, quick }: Scope): Promise<number> {
  const seconds = quick ? 4 : 10;
  const [id = ""] = await furnish(database.sql, [`${await receiver.call("url")}/ok`]);
  await database.sql`update webhooks set rate_per_second = ${ratePerSecond}`;
  await publish(database.sql, Array<string>(ratePerSecond * seconds * 2).fill(id), "1 minute");
  await receiver.call("reset");
  const started = Array.from({ length: workers }, () => startRole<Contender>("roles/postback.ts"));
  for (const worker of started) {
    await worker.call("prepare", { database: database.url, redis: "", jobs: 0, receiver: "" });
  }
  for (const worker of started) await worker.call("run");
  await delay(1000);
  const before = (await receiver.call("receipts")).size;
  await delay(seconds * 1000);
  const after = (await receiver.call("receipts")).size;
  await Promise.all(started.map((worker) => worker.stop()));
  return (after - before) / seconds;
}
