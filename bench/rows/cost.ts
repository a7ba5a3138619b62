import { setTimeout as delay } from "node:timers/promises";
import { secondsOf, warmUpSeconds } from "../durations";
import { compare } from "../ledger";
import { watchMachine } from "../machine";
import { type Figure, median, quantile } from "../measure";
import { treeBytes, treeCpu } from "../process-tree";
import { type Mode, type Product, startProduct } from "../product";
import type { Scope } from "../scope";
import { countStatements } from "../statements";

/** One event in each request, for one of these accounts, sent to one webhook. */
const accounts = 20;
const rates = [50, 200, 500, 1000];
const goals: Record<number, { cpu: number; p50: number; p99: number }> = {
  50: { cpu: 3, p50: 3, p99: 8 },
  200: { cpu: 1.4, p50: 2.5, p99: 8 },
  500: { cpu: 0.9, p50: 5, p99: 25 },
  1000: { cpu: 0.6, p50: 5, p99: 25 },
};

type Seen = Record<
  "product" | "postgres" | "statements" | "p50" | "p99" | "megabytes" | "lost" | "steal",
  number
>;

/** CPU, memory and statements at a steady rate, and while nothing happens; all processes of `npm start` and of Postgres. */
export async function cost(scope: Scope, mode: Mode = "whole"): Promise<Figure[]> {
  const product = await startProduct(scope.database, mode);
  const [url, seconds] = [await scope.receiver.call("url"), secondsOf(scope.quick, 20)];
  const bodies = await product.furnish([`${url}/ok/0`], accounts);
  // Public pages are prepared meanwhile.
  await warmUp(scope, product, bodies, 200, 2 * warmUpSeconds);
  const figures = await idle(scope, product);
  for (const rate of rates) {
    const runs: Seen[] = [];
    await warmUp(scope, product, bodies, rate);
    for (let round = 0; round < scope.rounds; round++)
      runs.push(await run(scope, product, bodies, { rate, seconds }));
    figures.push(...figuresOf(rate, runs));
  }
  await product.stop();
  return figures;
}

async function idle({ database }: Scope, product: Product): Promise<Figure[]> {
  const seconds = 10;
  await delay(5000);
  const statements = await countStatements(product.sql);
  const spent = spentBy(database.pid, product);
  await delay(seconds * 1000);
  const { own, postgres } = spent();
  const calls = await statements();
  return [
    {
      row: "cost",
      what: `CPU while idle, in ${seconds} s`,
      figure: (own + postgres) / 1e6,
      unit: "s",
      goal: { of: "figure", atMost: 0.05 },
      note: `product ${(own / 1e6).toFixed(2)}, Postgres ${(postgres / 1e6).toFixed(2)}; ${calls / seconds} statements/s`,
    },
    { row: "cost", what: "memory while idle", figure: memoryOf(database.pid, product), unit: "MB" },
  ];
}

/** Publishes without counting, until all events have been received. */
async function warmUp(
  { receiver, publisher }: Scope,
  { events }: Product,
  bodies: string[],
  rate: number,
  seconds = warmUpSeconds,
): Promise<void> {
  await receiver.call("reset");
  const { accepted } = await publisher.call("pace", { ...events, bodies, rate, seconds });
  await receiver.call("reached", accepted.size);
}

async function run(
  { database, receiver, publisher }: Scope,
  product: Product,
  bodies: string[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Seen> {
  await receiver.call("reset");
  const statements = await countStatements(product.sql);
  const spent = spentBy(database.pid, product);
  const use = watchMachine({});
  const { accepted, refused } = await publisher.call("pace", {
    ...product.events,
    bodies,
    rate,
    seconds,
  });
  if (refused > 0) console.error(`${refused} events were refused`);
  await receiver.call("reached", accepted.size);
  const { own, postgres } = spent();
  const { steal } = use();
  const calls = await statements();
  const { afterDue, lost } = compare(accepted, await receiver.call("receipts"), ["/ok/0"]);
  return {
    product: own / 1000 / accepted.size,
    postgres: postgres / 1000 / accepted.size,
    statements: calls / accepted.size,
    p50: quantile(afterDue, 0.5),
    p99: quantile(afterDue, 0.99),
    megabytes: memoryOf(database.pid, product),
    lost,
    steal,
  };
}

/** Returns a function that returns the CPU microseconds used since. */
function spentBy(postmaster: number, { pids }: Product) {
  const used = () => ({
    own: pids.reduce((sum, pid) => sum + (treeCpu(pid) ?? Number.NaN), 0),
    postgres: treeCpu(postmaster) ?? Number.NaN,
  });
  const before = used();
  return () => {
    const after = used();
    return { own: after.own - before.own, postgres: after.postgres - before.postgres };
  };
}

function memoryOf(postmaster: number, { pids }: Product): number {
  return [postmaster, ...pids].reduce((sum, pid) => sum + treeBytes(pid), 0) / 1e6;
}

function figuresOf(rate: number, runs: Seen[]): Figure[] {
  const of = (name: keyof Seen) => median(runs.map((run) => run[name]));
  const goal = (atMost: number | undefined) =>
    atMost === undefined ? {} : { goal: { of: "figure" as const, atMost } };
  const { cpu, p50, p99 } = goals[rate] ?? {};
  const parts = `product ${of("product").toFixed(2)}, Postgres ${of("postgres").toFixed(2)}`;
  const lost = runs.reduce((sum, run) => sum + run.lost, 0);
  const steal = (Math.max(...runs.map((run) => run.steal)) * 100).toFixed(1);
  const row = "cost";
  return [
    {
      row,
      what: `CPU an event, ${rate}/s`,
      figure: of("product") + of("postgres"),
      unit: "ms",
      note: parts,
      ...goal(cpu),
    },
    {
      row,
      what: `SQL statements an event, ${rate}/s`,
      figure: of("statements"),
      unit: "",
      ...goal(2),
    },
    { row, what: `due → received p50, ${rate}/s`, figure: of("p50"), unit: "ms", ...goal(p50) },
    {
      row,
      what: `due → received p99, ${rate}/s`,
      figure: of("p99"),
      unit: "ms",
      note: `${lost} lost; the host took up to ${steal} % of the machine`,
      ...goal(p99),
    },
    { row, what: `memory, ${rate}/s`, figure: of("megabytes"), unit: "MB" },
  ];
}
