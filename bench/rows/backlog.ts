import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { now } from "../clock";
import type { Contender } from "../contender";
import { type Figure, interleaved } from "../measure";
import { residentBytes } from "../process-tree";
import { startRole } from "../role";
import type { Scope } from "../scope";
import { furnish, publish } from "../world";

const webhooks = 50;
const kept = 2000;

/** A worker with a permanent backlog: beside an open transaction, and with very many deliveries. */
export async function backlog(scope: Scope): Promise<Figure[]> {
  const seconds = scope.quick ? 5 : 20;
  const { open, normal } = await interleaved(scope.rounds, {
    normal: () => perSecond(scope, seconds),
    async open() {
      const sql = postgres(scope.database.url, { max: 1, onnotice() {} });
      await sql`begin isolation level repeatable read`;
      // Its snapshot prevents vacuuming of dead rows, without a lock on any table.
      await sql`select pg_current_xact_id()`;
      return perSecond(scope, seconds).finally(() => sql.end());
    },
  });
  return [
    {
      row: "backlog",
      what: `drained while a transaction stays open for ${seconds} s`,
      figure: open,
      unit: "/s",
      reference: { name: "without it", figure: normal },
      goal: { of: "ratio", atLeast: 0.8 },
    },
    ...(await memory(scope)),
  ];
}

/** In the last quarter, when dead rows have accumulated. */
async function perSecond(scope: Scope, seconds: number): Promise<number> {
  let rate = Number.NaN;
  await keepBusy(scope, async () => {
    await delay(seconds * 750);
    const [startedAt, before] = [now(), await scope.receiver.call("requests")];
    await delay(seconds * 250);
    rate = (((await scope.receiver.call("requests")) - before) / (now() - startedAt)) * 1000;
  });
  return rate;
}

async function memory(scope: Scope): Promise<Figure[]> {
  const deliveries = scope.quick ? 20_000 : 1_000_000;
  let [early, late] = [0, 0];
  await keepBusy(scope, async (pid) => {
    await scope.receiver.call("reached", deliveries / 4);
    early = residentBytes(pid);
    await scope.receiver.call("reached", deliveries);
    late = residentBytes(pid);
  });
  const what = `memory of the worker after ${deliveries.toLocaleString("en")} deliveries`;
  return [
    {
      row: "backlog",
      what,
      figure: late / 1e6,
      unit: "MB",
      reference: { name: "MB after a quarter of them", figure: early / 1e6 },
      goal: { of: "ratio", atMost: 1.15 },
    },
  ];
}

/** Keeps some thousand rows waiting while `watch` runs. */
async function keepBusy(scope: Scope, watch: (pid: number) => Promise<void>): Promise<void> {
  const { database, receiver } = scope;
  const ids = await furnish(database.sql, Array(webhooks).fill(`${await receiver.call("url")}/ok`));
  await receiver.call("reset");
  const worker = startRole<Contender>("roles/postback.ts");
  await worker.call("prepare", { database: database.url, redis: "", jobs: 0, receiver: "" });
  await worker.call("run");
  let published = 0;
  const over = new AbortController();
  const feeding = (async () => {
    while (!over.signal.aborted) {
      const missing = kept - (published - (await receiver.call("requests")));
      if (missing <= 0) await delay(10);
      else
        await publish(
          database.sql,
          Array.from({ length: missing }, (_, n) => ids[n % webhooks] ?? ""),
        );
      published += Math.max(missing, 0);
    }
  })();
  await watch(worker.pid).finally(() => over.abort());
  await feeding;
  await worker.call("end");
  await worker.stop();
}
