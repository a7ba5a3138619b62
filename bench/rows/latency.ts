import { setTimeout as delay } from "node:timers/promises";
import { natsServer, startNats } from "@/tests/nats/server";
import { secondsOf, warmUpSeconds } from "../durations";
import { compare } from "../ledger";
import { type Figure, median, quantile } from "../measure";
import { type Product, startProduct } from "../product";
import type { Scope } from "../scope";
import { countStatements } from "../statements";

type Case = { rate: number; fanOut: number; hanging: number; goal?: boolean };
type Seen = {
  p50: number;
  p99: number;
  own: number;
  lost: number;
  twice: number;
  statements: number;
};

const accounts = 20;
const graceMs = 3000;
const limits = {
  whole: { p50: 2.5, p99: 15 },
  split: { p50: 5, p99: 25 },
  broker: { p50: 1.5, p99: 10 },
};
const places = { whole: "one process", split: "split", broker: "split with NATS" };

/** From HTTP to the receiver at a steady rate: latency, loss, duplicates, statements. */
export async function latency(scope: Scope): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const mode of await modes()) {
    const nats = mode === "broker" ? await startNats() : null;
    const product = await startProduct(
      scope.database,
      mode === "whole" ? mode : "split",
      nats ? { DISPATCH: "nats", NATS_URL: nats.url } : {},
    );
    const seen = new Map<Case, Seen[]>(casesOf(mode, scope.quick).map((one) => [one, []]));
    for (let round = 0; round < scope.rounds; round++) {
      for (const [one, runs] of seen) runs.push(await run(scope, product, one));
    }
    for (const [one, runs] of seen) figures.push(...figuresOf(mode, one, runs));
    await product.stop();
    await nats?.close();
  }
  return figures;
}

async function modes(): Promise<(keyof typeof limits)[]> {
  const server = await natsServer();
  if ("program" in server) return ["whole", "split", "broker"];
  console.error(`Without the broker: ${server.reason}`);
  return ["whole", "split"];
}

function casesOf(mode: keyof typeof limits, quick: boolean): Case[] {
  const plain = { fanOut: 1, hanging: 0 };
  const goals = [200, 1000].map((rate) => ({ ...plain, rate, goal: true }));
  if (mode === "broker" || (quick && mode === "split")) return goals;
  const fans = [
    { rate: 50, fanOut: 5, hanging: 0 },
    { rate: 50, fanOut: 10, hanging: 1 },
  ];
  if (quick) return [...goals, ...fans];
  const more = [50, 500].map((rate) => ({ ...plain, rate }));
  return [...goals, ...more, ...fans, { rate: 50, fanOut: 50, hanging: 0 }];
}

async function run(scope: Scope, product: Product, one: Case): Promise<Seen> {
  const { receiver, publisher, quick } = scope;
  const seconds = secondsOf(quick, 60);
  const url = await receiver.call("url");
  const ways = Array.from({ length: one.fanOut }, (_, n) => (n < one.hanging ? "hang" : "ok"));
  const bodies = await product.furnish(
    ways.map((way, n) => `${url}/${way}/${n}`),
    one.fanOut > 1 ? 1 : accounts,
  );
  const { rate } = one;
  const received = one.fanOut - one.hanging;
  await receiver.call("reset");
  const early = await publisher.call("pace", {
    ...product.events,
    bodies,
    rate,
    seconds: warmUpSeconds,
  });
  await receiver.call("reached", early.accepted.size * received);
  await receiver.call("reset");
  const statements = await countStatements(product.sql);
  const { accepted, refused } = await publisher.call("pace", {
    ...product.events,
    bodies,
    rate,
    seconds,
  });
  if (refused > 0) console.error(`${refused} events were refused`);
  await receiver.call("reached", accepted.size * received);
  // Duplicates arrive later.
  await delay(graceMs);
  const receipts = await receiver.call("receipts");
  const calls = await statements();
  if (one.hanging > 0) await receiver.call("hangUp");

  const paths = Array.from({ length: received }, (_, n) => `/ok/${n + one.hanging}`);
  const { afterAccept, afterDue, lost, twice } = compare(accepted, receipts, paths);
  return {
    p50: Math.max(0, quantile(afterAccept, 0.5)),
    p99: quantile(afterAccept, 0.99),
    own: quantile(afterDue, 0.99),
    lost,
    twice,
    statements: calls / accepted.size,
  };
}

function figuresOf(mode: keyof typeof limits, one: Case, runs: Seen[]): Figure[] {
  const { rate, fanOut, hanging } = one;
  const of = (name: keyof Seen) => median(runs.map((run) => run[name]));
  const where = places[mode];
  const fan = `${fanOut > 1 ? `, fan-out ${fanOut}` : ""}${hanging ? ", one of them hangs" : ""}`;
  const what = `${rate}/s${fan}, ${where}`;
  const lost = runs.reduce((sum, run) => sum + run.lost, 0);
  const twice = runs.reduce((sum, run) => sum + run.twice, 0);
  const note = `${lost} lost, ${twice} twice; from when it was due p99 ${of("own").toFixed(1)} ms`;
  const goal = (atMost: number) => (one.goal ? { goal: { of: "figure" as const, atMost } } : {});
  const { p50, p99 } = limits[mode];
  const row = "latency";
  return [
    { row, what: `202 → received p50, ${what}`, figure: of("p50"), unit: "ms", ...goal(p50) },
    { row, what: `202 → received p99, ${what}`, figure: of("p99"), unit: "ms", note, ...goal(p99) },
    {
      row,
      what: `SQL statements an event, ${what}`,
      figure: of("statements"),
      unit: "",
      ...(one.goal && rate === 1000 ? goal(1) : {}),
    },
  ];
}
