import { setTimeout as delay } from "node:timers/promises";
import { watchMachine } from "../machine";
import { type Figure, median, quantile } from "../measure";
import { treeCpu } from "../process-tree";
import { type Product, startProduct } from "../product";
import { startRole } from "../role";
import type { NoOpServer } from "../roles/no-op-server";
import type { Publisher } from "../roles/publisher";
import type { Scope } from "../scope";

const rate = 300;
const accounts = 50;
const sliceSeconds = 3;
/** Not counted, for each kind. */
const warmUpSlices = 3;
/** In each round, so that the medians are of many. */
const slicesOfRound = 6;
/** Spans are exported each second, and what is left of a slice is counted with it. */
const exportDelayMs = 1000;

/** Only what the publisher asks for is sampled, so that one process runs with and without traces. */
const settings = {
  OTEL_TRACES_SAMPLER: "parentbased_always_off",
  OTEL_BSP_SCHEDULE_DELAY: String(exportDelayMs),
};
const traceparent = { traceparent: `00-${"4".repeat(32)}-${"5".repeat(16)}-01` };

type Kind = "unsampled" | "sampled" | "control" | "without";
type Spent = Record<"product" | "postgres", number>;
type Group = Record<Kind, Spent>;

/**
 * CPU of the product an event with traces of a tenth of all events. Two processes of one program differ by several percent for
 * as long as they run, so slices with and without sampled events alternate in one warm process. A second slice without any is the
 * control: its ratio says how precise the others are. The ratio to another process, without telemetry, is less precise.
 */
export async function telemetry(scope: Scope): Promise<Figure[]> {
  const collector = startRole<NoOpServer>("roles/no-op-server.ts");
  try {
    return await compare(scope, await collector.call("url"));
  } finally {
    await collector.stop();
  }
}

async function compare(scope: Scope, collector: string): Promise<Figure[]> {
  const target = `${await scope.receiver.call("url")}/ok`;
  const start = async (variables: Record<string, string>) => {
    const product = await startProduct(scope.database, "whole", variables);
    return { product, bodies: await product.furnish([target], accounts) };
  };
  const traced = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector, ...settings });
  const untraced = await start({});
  const slices: Record<Kind, () => Promise<Spent>> = {
    unsampled: () => slice(scope, traced),
    sampled: () => slice(scope, { ...traced, headersOfTenth: traceparent }),
    control: () => slice(scope, traced),
    without: () => slice(scope, untraced),
  };
  const kinds = Object.keys(slices) as Kind[];
  for (let n = 0; n < warmUpSlices; n++) for (const kind of kinds) await slices[kind]();
  const groups: Group[] = [];
  const use = watchMachine({});
  for (let n = 0; n < scope.rounds * slicesOfRound; n++) {
    const group: Partial<Group> = {};
    for (const kind of n % 2 === 0 ? kinds : kinds.toReversed()) group[kind] = await slices[kind]();
    groups.push(group as Group);
  }
  const steal = `steal ${(use().steal * 100).toFixed(1)} %`;
  await Promise.all([traced.product.stop(), untraced.product.stop()]);
  const sampled = figureOf(groups, "a tenth sampled to none", ["sampled", "unsampled"]);
  const note = `${sampled.note}; ${groups.length} slices of ${sliceSeconds} s; ${steal}`;
  return [
    { ...sampled, note, goal: { of: "figure", atMost: 1.03 } },
    figureOf(groups, "none sampled to none (control)", ["control", "unsampled"]),
    figureOf(groups, "none sampled to no telemetry", ["unsampled", "without"]),
  ];
}

type Load = Pick<Parameters<Publisher["pace"]>[0], "bodies" | "headersOfTenth">;

/** Publishes at a steady rate, and returns the microseconds of CPU that an event took. */
async function slice(
  { database, receiver, publisher }: Scope,
  { product, ...load }: Load & { product: Product },
): Promise<Spent> {
  const used = () => ({
    product: product.pids.reduce((sum, pid) => sum + (treeCpu(pid) ?? Number.NaN), 0),
    postgres: treeCpu(database.pid) ?? Number.NaN,
  });
  await receiver.call("reset");
  const before = used();
  const paced = { ...product.events, ...load, rate, seconds: sliceSeconds };
  const { accepted } = await publisher.call("pace", paced);
  await receiver.call("reached", accepted.size);
  await delay(exportDelayMs + 200);
  const after = used();
  return {
    product: (after.product - before.product) / accepted.size,
    postgres: (after.postgres - before.postgres) / accepted.size,
  };
}

/** Returns the median of the ratios of all groups, with their quartiles. */
function figureOf(groups: Group[], what: string, [kind, base]: [Kind, Kind]): Figure {
  const ratios = (part: keyof Spent) =>
    groups.map((group) => group[kind][part] / group[base][part]);
  const of = (one: Kind) => median(groups.map((group) => group[one].product)).toFixed(0);
  const [low, high] = [0.25, 0.75].map((share) => quantile(ratios("product"), share).toFixed(3));
  const postgres = median(ratios("postgres")).toFixed(3);
  return {
    row: "telemetry",
    what: `CPU an event, ${rate}/s: ${what}`,
    figure: median(ratios("product")),
    unit: "×",
    note: `quartiles ${low} to ${high}; ${of(kind)} and ${of(base)} µs; Postgres ${postgres} ×`,
  };
}
