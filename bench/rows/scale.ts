import { availableParallelism } from "node:os";
import { now } from "../clock";
import type { Contender } from "../contender";
import { canLimitCpu } from "../cpu-share";
import { describeUse, type MachineUse, watchMachine } from "../machine";
import { type Figure, interleaved, median } from "../measure";
import { startRole } from "../role";
import { fitScaling, peak, type Sample, speedUp } from "../scaling-model";
import type { Scope } from "../scope";
import { coreShare, drainWithSmallWorkers } from "../small-workers";
import { backlog, furnish, untilRecorded } from "../world";

const webhooks = 50;
const cores = availableParallelism();
const counts = [1, 2, 4, 8];
/** Worker processes without a limit: as many as the machine has cores. */
const wholeCounts = counts.filter((workers) => workers <= Math.max(2, cores));

type Use = MachineUse & { perSecond: number };
type Measured = Sample & { uses: Use[] };

/**
 * Deliveries a second of several worker processes that drain one backlog, the CPU of each part, and a model of both: with the
 * cores of this machine, then with a small share of a core for each worker, so that only their number bounds them.
 */
export async function scale(scope: Scope): Promise<Figure[]> {
  const whole = await series(scope, wholeCounts, (workers) => run(scope, workers));
  const own = whole.map((one) => throughput(one, `on ${cores} cores`));
  if (!canLimitCpu()) return [...own, leftOut, ...model(whole), ...demand(whole)];
  const small = await series(scope, counts, (workers) =>
    drainWithSmallWorkers(scope, workers, webhooks),
  );
  const limited = small.map((one) => throughput(one, `with ${coreShare} of a core each`));
  return [...own, ...limited, ...model(small), ...demand(whole)];
}

const leftOut: Figure = {
  row: "scale",
  what: `deliveries recorded, workers with ${coreShare} of a core each`,
  figure: Number.NaN,
  unit: "/s",
  note: "left out: needs Linux, root and control groups",
};

/** Measures each number of workers in turn, `rounds` times. */
async function series(
  { rounds }: Scope,
  each: number[],
  measure: (workers: number) => Promise<Use>,
): Promise<Measured[]> {
  const uses = new Map<number, Use[]>(each.map((workers) => [workers, []]));
  const noted = async (workers: number) => {
    const use = await measure(workers);
    uses.get(workers)?.push(use);
    return use.perSecond;
  };
  const medians = await interleaved(
    rounds,
    Object.fromEntries(each.map((workers) => [workers, () => noted(workers)])),
  );
  return each.map((workers) => ({
    workers,
    perSecond: medians[workers] ?? 0,
    uses: uses.get(workers) ?? [],
  }));
}

async function run({ database, receiver, quick }: Scope, workers: number): Promise<Use> {
  const jobs = quick ? 20_000 : 60_000;
  const ids = await furnish(database.sql, Array(webhooks).fill(`${await receiver.call("url")}/ok`));
  await backlog(database.sql, ids, jobs);
  await database.sql`checkpoint`;
  await receiver.call("reset");
  const setup = { database: database.url, redis: "", jobs, receiver: "" };
  const started = Array.from({ length: workers }, () => startRole<Contender>("roles/postback.ts"));
  try {
    await Promise.all(started.map((worker) => worker.call("prepare", setup)));
    const used = watchMachine({
      workers: started.map(({ pid }) => pid),
      Postgres: [database.pid],
      receiver: [receiver.pid],
    });
    const startedAt = now();
    await Promise.all(started.map((worker) => worker.call("run")));
    // Counting attempts meanwhile would cost Postgres more than recording them.
    await receiver.call("reached", jobs);
    const endedAt = await untilRecorded(database.sql, jobs);
    return { ...used(), perSecond: (jobs / (endedAt - startedAt)) * 1000 };
  } finally {
    await Promise.all(started.map((worker) => worker.stop()));
  }
}

function throughput({ workers, perSecond, uses }: Measured, where: string): Figure {
  return {
    row: "scale",
    what: `deliveries recorded, ${workers} worker process${workers > 1 ? "es" : ""} ${where}`,
    figure: perSecond,
    unit: "/s",
    note: uses.map(describeUse).at(-1) ?? "",
  };
}

function model(samples: Sample[]): Figure[] {
  const fitted = fitScaling(samples);
  const { contention, coherence } = fitted;
  const most = samples.at(-1)?.workers ?? 1;
  const law = samples.length > 2 ? "Universal Scalability Law" : "Amdahl's law (two counts only)";
  const parameters = `contention ${contention.toFixed(3)}, coherence ${coherence.toFixed(4)}`;
  return [
    {
      row: "scale",
      what: `speed-up of ${2 * most} processes, extrapolated`,
      figure: speedUp(fitted, 2 * most),
      unit: "×",
      note: `${law}: ${parameters}; most at ${peak(fitted).toFixed(0)} processes`,
    },
  ];
}

/**
 * Service demands by the utilization law: the cores that a part used with one worker, divided by the deliveries of that time.
 * They bound what more machines can reach, and hold where the processes of this one compete for its cores.
 */
function demand([one]: Measured[]): Figure[] {
  const of = (name: string) =>
    median((one?.uses ?? []).map(({ cores, perSecond }) => ((cores[name] ?? 0) / perSecond) * 1e6));
  const [worker, postgres] = [of("workers"), of("Postgres")];
  const bound = (what: string, figure: number, unit: string): Figure => ({
    row: "scale",
    what,
    figure,
    unit,
  });
  return [
    bound("CPU of the worker a delivery", worker, "µs"),
    bound("CPU of Postgres a delivery", postgres, "µs"),
    bound("most that one core of Postgres can record", 1e6 / postgres, "/s"),
    bound("workers that keep one core of Postgres busy", worker / postgres, ""),
  ];
}
