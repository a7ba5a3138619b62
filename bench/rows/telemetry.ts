import { now } from "../clock";
import { secondsOf, warmUpSeconds } from "../durations";
import { type Figure, interleaved, median } from "../measure";
import { treeCpu } from "../process-tree";
import { startProduct } from "../product";
import { startRole } from "../role";
import type { NoOpServer } from "../roles/no-op-server";
import type { Scope } from "../scope";

/** Run from source: both sides are, so the comparison needs no build. */
const program = [["--import", "tsx", "server/http/whole-main.ts"]];
const connections = 64;
const accounts = 50;

/** The full path with traces of a tenth of all events, beside the same without telemetry. */
export async function telemetry({ database, receiver, publisher, quick, rounds }: Scope) {
  let seconds = warmUpSeconds;
  const collector = startRole<NoOpServer>("roles/no-op-server.ts");
  const target = `${await receiver.call("url")}/ok`;
  const products = {
    without: await startProduct(database, program),
    with: await startProduct(database, program, {
      OTEL_EXPORTER_OTLP_ENDPOINT: await collector.call("url"),
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.1",
    }),
  };
  /** Microseconds of CPU of the product an event. */
  const cpu: Record<keyof typeof products, number[]> = { without: [], with: [] };
  const perSecond = (name: keyof typeof products) => async () => {
    const product = products[name];
    const [pid = 0] = product.pids;
    const bodies = await product.furnish([target], accounts);
    const events = { ...product.events, bodies, connections, seconds };
    const before = treeCpu(pid) ?? Number.NaN;
    const { done, startedAt } = await publisher.call("flood", events);
    await product.recorded(done);
    cpu[name].push(((treeCpu(pid) ?? Number.NaN) - before) / done);
    return (done / (now() - startedAt)) * 1000;
  };
  const measures = { without: perSecond("without"), with: perSecond("with") };
  for (const measure of Object.values(measures)) await measure();
  for (const values of Object.values(cpu)) values.pop();
  seconds = secondsOf(quick, 10);
  const measured = await interleaved(rounds, measures);
  await Promise.all([products.without.stop(), products.with.stop(), collector.stop()]);
  const figure: Figure = {
    row: "telemetry",
    what: "HTTP → delivered → recorded, a tenth of all events traced",
    figure: measured.with,
    unit: "/s",
    reference: { name: "without telemetry", figure: measured.without },
    goal: { of: "ratio", atLeast: 0.97 },
    note: `CPU of the product an event: ${median(cpu.with).toFixed(0)}, without ${median(cpu.without).toFixed(0)} µs`,
  };
  return [figure];
}
