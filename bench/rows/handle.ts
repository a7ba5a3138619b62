import { bundleProgram } from "@/tests/bundle-program";
import { secondsOf, warmUpSeconds } from "../durations";
import { type Figure, median } from "../measure";
import { treeCpu } from "../process-tree";
import { startProduct } from "../product";
import { startRole } from "../role";
import type { NoOpServer } from "../roles/no-op-server";
import type { Scope } from "../scope";

const connections = 64;
const accounts = 50;

/** CPU of the web process for each publish request, without storing the event. */
export async function handle({ database, publisher, quick, rounds }: Scope): Promise<Figure[]> {
  const product = await startProduct(database, [[await storingNothing()]]);
  const noOp = startRole<NoOpServer>("roles/no-op-server.ts");
  const bodies = await product.furnish(["https://example.com/"], accounts);
  const events = { ...product.events, bodies, connections };
  const unread = { ...events, url: await noOp.call("url") };
  const [pid = 0] = product.pids;

  async function run(seconds: number) {
    const cpuOf = async (of: number, target: typeof events) => {
      const before = treeCpu(of) ?? Number.NaN;
      const { done } = await publisher.call("flood", { ...target, seconds });
      return ((treeCpu(of) ?? Number.NaN) - before) / done;
    };
    return { own: await cpuOf(pid, events), least: await cpuOf(noOp.pid, unread) };
  }

  await run(warmUpSeconds);
  const runs = [];
  for (let round = 0; round < rounds; round++) runs.push(await run(secondsOf(quick, 10)));
  await Promise.all([product.stop(), noOp.stop()]);
  const least = median(runs.map((one) => one.least)).toFixed(0);
  return [
    {
      row: "handle",
      what: `CPU of Node a publish request without storing, ${connections} connections`,
      figure: median(runs.map((one) => one.own)),
      unit: "µs",
      goal: { of: "figure", atMost: 150 },
      note: `a server of node:http that reads the body takes ${least}`,
    },
  ];
}

/** The web process, answering as if each event had been stored. */
function storingNothing(): Promise<string> {
  const from = "add({ isAborted, newEvents, ...costs, done, fail });";
  const stored =
    "{ id: crypto.randomUUID(), event, createdAt: new Date(), deliveryIds: [], deferred: 0, waiting: 0 }";
  const to = `done(newEvents.map(({ event }) => (${stored})));`;
  return bundleProgram("server/http/web-main.ts", "storing-nothing-web", [
    { file: "lib/queue/batched-enqueue.ts", from, to },
  ]);
}
