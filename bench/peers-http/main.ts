import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { onShutdown } from "@/lib/lifecycle";
import { now } from "../clock";
import { secondsOf, warmUpSeconds } from "../durations";
import { compare } from "../ledger";
import { type Figure, quantile } from "../measure";
import { treeBytes, treeCpu } from "../process-tree";
import { print, save } from "../report";
import { type Role, startRole } from "../role";
import { marker, type Publisher } from "../roles/publisher";
import type { Receiver } from "../roles/receiver";

/** The receiver identifies requests to this path by the mark in the body, because other products have ids of their own. */
const path = "/marked";
const rates = [50, 200, 500, 1000];
const connections = 64;
/** Time for the last events to arrive. */
const graceMs = 60_000;

const usage = `npm run bench -- peers-http --url <address> --body <text> [--header 'name: value']… [--pids 1,2]
  --url            address to which an event is published by POST
  --body           JSON of an event; ${marker} in it is replaced by an id of its own in each request
  --header         header of each request, such as a key; repeatable
  --receiver-port  port of the receiver; default 4100
  --pids           process ids of the product and its stores; CPU and memory are measured for them and their children
Subscribe http://127.0.0.1:<receiver-port>${path} at the product first.`;

/** Measures any webhook product over HTTP, with the generator and the receiver of the other rows. */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((one) => one !== "peers-http"),
  options: {
    url: { type: "string" },
    body: { type: "string" },
    header: { type: "string", multiple: true, default: [] },
    "receiver-port": { type: "string", default: "4100" },
    pids: { type: "string", default: "" },
    quick: { type: "boolean", default: false },
    json: { type: "string", default: "bench/results/peers-http.json" },
  },
});
const { url, body, pids, quick } = values;
if (!url || !body?.includes(marker)) {
  console.error(usage);
  process.exit(1);
}
const given = values.header.map((line) => line.split(/:\s*(.*)/s).slice(0, 2) as [string, string]);
const events = {
  url,
  bodies: [body],
  headers: { "content-type": "application/json", ...Object.fromEntries(given) },
};
const counted = pids.split(",").filter(Boolean).map(Number);

process.env.BENCH_RECEIVER_PORT = values["receiver-port"];
const receiver = startRole<Receiver>("roles/receiver.ts");
const publisher = startRole<Publisher>("roles/publisher.ts");
onShutdown(() => stop(receiver, publisher));

console.log("publishing one event …");
await pace(1, 1);
if ((await receiver.call("receipts")).size === 0) {
  console.error(`The first event did not arrive within ${graceMs / 1000} s.\n${usage}`);
  await stop(receiver, publisher);
  process.exit(1);
}
const figures: Figure[] = [];
for (const rate of rates) {
  console.log(`${rate}/s …`);
  await pace(rate, warmUpSeconds);
  figures.push(...(await measure(rate, secondsOf(quick, 20))));
}
console.log(`${connections} connections …`);
figures.push(await flood(secondsOf(quick, 20)));
await stop(receiver, publisher);
print(figures);
await save(values.json, figures, quick);

async function pace(rate: number, seconds: number) {
  await receiver.call("reset");
  const { accepted, refused } = await publisher.call("pace", { ...events, rate, seconds });
  if (refused > 0) console.error(`${refused} events were refused`);
  await Promise.race([receiver.call("reached", accepted.size), delay(graceMs)]);
  return accepted;
}

async function measure(rate: number, seconds: number): Promise<Figure[]> {
  const before = cpu();
  const accepted = await pace(rate, seconds);
  const spent = (cpu() - before) / 1000 / accepted.size;
  const { afterDue, lost } = compare(accepted, await receiver.call("receipts"), [path]);
  const bytes = counted.reduce((sum, pid) => sum + treeBytes(pid), 0);
  const row = "peers-http";
  const latency = (share: number) => ({ figure: quantile(afterDue, share), unit: "ms" });
  const note = `${lost} lost`;
  const seen = [
    { row, what: `due → received p50, ${rate}/s`, ...latency(0.5) },
    { row, what: `due → received p99, ${rate}/s`, ...latency(0.99), note },
  ];
  if (counted.length === 0) return seen;
  return [
    { row, what: `CPU an event, ${rate}/s`, figure: spent, unit: "ms" },
    ...seen,
    { row, what: `memory, ${rate}/s`, figure: bytes / 1e6, unit: "MB" },
  ];
}

/** Publishes in a closed loop. Returns the rate at which events were delivered. */
async function flood(seconds: number): Promise<Figure> {
  await receiver.call("reset");
  const startedAt = now();
  const { done } = await publisher.call("flood", { ...events, connections, seconds });
  await Promise.race([receiver.call("reached", done), delay(graceMs)]);
  const delivered = (await receiver.call("receipts")).size;
  return {
    row: "peers-http",
    what: `delivered, ${connections} connections`,
    figure: (delivered / (now() - startedAt)) * 1000,
    unit: "/s",
    note: `${done - delivered} of ${done} not received`,
  };
}

function cpu(): number {
  return counted.reduce((sum, pid) => sum + (treeCpu(pid) ?? Number.NaN), 0);
}

async function stop(...roles: Pick<Role<never>, "stop">[]): Promise<void> {
  await Promise.all(roles.map((role) => role.stop()));
}
