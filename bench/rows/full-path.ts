import { now } from "../clock";
import { secondsOf, warmUpSeconds } from "../durations";
import { type Figure, interleaved, median } from "../measure";
import { treeCpu } from "../process-tree";
import { startProduct } from "../product";
import { startRole } from "../role";
import type { NoOpServer } from "../roles/no-op-server";
import type { Scope } from "../scope";
import { payload } from "../world";

const connections = 64;
const accounts = 50;

/** From HTTP to recorded in one process, as with `npm start`, compared with a no-op server. */
export async function fullPath({ database, receiver, publisher, quick, rounds }: Scope) {
  let seconds = warmUpSeconds;
  const noOp = startRole<NoOpServer>("roles/no-op-server.ts");
  const product = await startProduct(database, "whole");
  const cpu: number[] = [];
  const target = `${await receiver.call("url")}/ok`;
  const empty = { url: await noOp.call("url"), headers: {}, bodies: [payload] };

  const measures = {
    async "no-op server"() {
      return (await publisher.call("flood", { ...empty, connections, seconds })).perSecond;
    },
    async receiver() {
      const itself = { ...empty, url: target };
      return (await publisher.call("flood", { ...itself, connections, seconds })).perSecond;
    },
    async product() {
      const bodies = await product.furnish([target], accounts);
      const before = treeCpu(database.pid);
      const events = { ...product.events, bodies, connections, seconds };
      const { done, startedAt } = await publisher.call("flood", events);
      await product.recorded(done);
      const perSecond = (done / (now() - startedAt)) * 1000;
      const after = treeCpu(database.pid);
      if (before !== undefined && after !== undefined) cpu.push((after - before) / done);
      return perSecond;
    },
  };
  for (const measure of Object.values(measures)) await measure();
  cpu.length = 0;
  seconds = secondsOf(quick, 10);
  const measured = await interleaved(rounds, measures);
  await Promise.all([product.stop(), noOp.stop()]);

  const figures: Figure[] = [
    {
      row: "full",
      what: "the receiver itself, which must not be the limit",
      figure: measured.receiver,
      unit: "/s",
    },
    {
      row: "full",
      what: "HTTP → delivered → recorded, one process",
      figure: measured.product,
      unit: "/s",
      reference: { name: "HTTP no-op", figure: measured["no-op server"] },
      goal: { of: "ratio", atLeast: 0.25 },
    },
  ];
  if (cpu.length > 0) {
    figures.push({
      row: "full",
      what: "CPU of Postgres an event",
      figure: median(cpu),
      unit: "µs",
      goal: { of: "figure", atMost: 40 },
    });
  }
  return figures;
}
