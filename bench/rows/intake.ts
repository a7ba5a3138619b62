import { bundleProgram } from "@/tests/bundle-program";
import { secondsOf, warmUpSeconds } from "../durations";
import { type Figure, interleaved } from "../measure";
import { type Product, startProduct } from "../product";
import type { Scope } from "../scope";

const connections = 64;
const accounts = 50;

/** `POST /v1/events` without a worker: Postback's server, Next's with the same handler, and one write per request. */
export async function intake({ database, publisher, quick, rounds }: Scope): Promise<Figure[]> {
  let seconds = warmUpSeconds;
  const ours = await startProduct(database, "web");
  const next = await startProduct(database, "next");
  const alone = await startProduct(database, [[await ungrouped()]]);
  const flood = (product: Product) => async () => {
    const bodies = await product.furnish(["https://example.com/"], accounts);
    const events = { ...product.events, bodies, connections, seconds };
    return (await publisher.call("flood", events)).perSecond;
  };

  const measures = {
    ours: flood(ours),
    next: flood(next),
    alone: flood(alone),
    async batch() {
      const [body = ""] = await ours.furnish(["https://example.com/"]);
      const bodies = [`{"events":[${Array(1000).fill(body).join(",")}]}`];
      const batches = { ...ours.batches, bodies, connections: 4, seconds };
      return (await publisher.call("flood", batches)).perSecond * 1000;
    },
  };
  for (const measure of Object.values(measures)) await measure();
  seconds = secondsOf(quick, 10);
  const measured = await interleaved(rounds, measures);
  await Promise.all([ours, next, alone].map((product) => product.stop()));

  const what = `POST /v1/events, ${connections} connections`;
  const figure = { row: "intake", what, figure: measured.ours, unit: "/s" };
  return [
    {
      ...figure,
      reference: { name: "next start", figure: measured.next },
      goal: { of: "ratio", atLeast: 4 },
    },
    {
      ...figure,
      reference: { name: "one CTE a request", figure: measured.alone },
      goal: { of: "ratio", atLeast: 2.2 },
    },
    {
      row: "intake",
      what: "events in batches of 1,000",
      figure: measured.batch,
      unit: "/s",
      goal: { of: "figure", atLeast: 20_000 },
    },
  ];
}

/** The same server with one write per request. */
function ungrouped(): Promise<string> {
  const from = "add({ isAborted, newEvents, ...costs, done, fail });";
  const to = "void store(sql, [{ isAborted, newEvents, ...costs, done, fail }]);";
  return bundleProgram("server/http/web-main.ts", "ungrouped-web", [
    { file: "lib/queue/batched-enqueue.ts", from, to },
  ]);
}
