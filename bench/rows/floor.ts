import { now } from "../clock";
import { secondsOf, warmUpSeconds } from "../durations";
import { type Figure, interleaved, median } from "../measure";
import { type Product, startProduct } from "../product";
import type { Scope } from "../scope";
import { cost } from "./cost";

const connections = 64;
const batchConnections = 4;
const batchSize = 1000;
const command = [["--import", "tsx", "--max-semi-space-size=8", "bench/roles/floor.ts"]];

/** What no change of the product can save: `roles/floor.ts`, measured like the product and beside it. */
export async function floor(scope: Scope): Promise<Figure[]> {
  const steady = await cost(scope, command);
  return [
    ...steady.map(({ goal, ...one }) => ({ ...one, row: "floor" })),
    ...(await throughput(scope)),
  ];
}

/** As many single events and batches as are accepted, for both programs in turn. */
async function throughput({ database, receiver, publisher, quick, rounds }: Scope) {
  const product = await startProduct(database, "whole");
  const bare = await startProduct(database, command);
  const target = `${await receiver.call("url")}/ok`;
  const accepted = new Map<Product, number[]>();
  let seconds = warmUpSeconds;

  const singles = (program: Product) => async () => {
    const bodies = await program.furnish([target]);
    await receiver.call("reset");
    const flood = { ...program.events, bodies, connections, seconds };
    const { done, startedAt } = await publisher.call("flood", flood);
    return (done / ((await receiver.call("reached", done)) - startedAt)) * 1000;
  };
  const batches = (program: Product) => async () => {
    const [body] = await program.furnish([target]);
    const bodies = [`{"events":[${Array(batchSize).fill(body).join(",")}]}`];
    await receiver.call("reset");
    const flood = { ...program.batches, bodies, connections: batchConnections, seconds };
    const { done, perSecond } = await publisher.call("flood", flood);
    const [endedAt, before] = [now(), await receiver.call("requests")];
    const reachedAt = await receiver.call("reached", done * batchSize);
    accepted.set(program, [...(accepted.get(program) ?? []), perSecond * batchSize]);
    return ((done * batchSize - before) / (reachedAt - endedAt)) * 1000;
  };
  const measures = {
    singles: singles(product),
    bareSingles: singles(bare),
    batches: batches(product),
    bareBatches: batches(bare),
  };
  for (const measure of Object.values(measures)) await measure();
  accepted.clear();
  seconds = secondsOf(quick, 10);
  const found = await interleaved(rounds, measures);
  await Promise.all([product.stop(), bare.stop()]);

  const beside = (what: string, figure: number, reference: number, atLeast: number): Figure => ({
    row: "floor",
    what,
    figure,
    unit: "/s",
    reference: { name: "floor", figure: reference },
    goal: { of: "figure", atLeast },
  });
  const acceptedBy = (program: Product) => median(accepted.get(program) ?? []);
  return [
    beside(`delivered, ${connections} connections`, found.singles, found.bareSingles, 4000),
    beside("accepted in batches of 1,000", acceptedBy(product), acceptedBy(bare), 25_000),
    beside("then drained", found.batches, found.bareBatches, 12_000),
  ];
}
