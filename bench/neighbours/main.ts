import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { onShutdown } from "@/lib/lifecycle";
import { ensureBuild } from "@/server/supervisor/ensure-build";
import { describeUse, watchMachine } from "../machine";
import { quantile } from "../measure";
import { startProduct, stopProducts } from "../product";
import { type Role, startRole } from "../role";
import type { PacedServer } from "../roles/paced-server";
import type { Receiver } from "../roles/receiver";
import { startDatabase } from "../world";
import type { Target } from "./attack";
import type { Attacker } from "./attacker";
import { attacks } from "./attacks";
import { type Life, live, type Seen } from "./neighbour";
import { startStranger } from "./stranger";
import { addHistory, addWebhooks, makeTenant, makeWebhook } from "./tenants";

/** Goal: maximum ratio of a neighbour's p99 under attack to its quiet p99. */
const ratioAtMost = 3;
/** An empty variable counts as unset. */
const defaults = { PUBLISH_EVENTS_PER_SECOND: "", PUBLISH_BURST: "", WEBHOOKS_PER_ACCOUNT: "6000" };
const rampMs = 1500;
const graceMs = 3000;
const kinds = ["publish", "list", "deliver"] as const;
type Kind = (typeof kinds)[number];
type Ratios = Record<Kind, number>;

const usage = `npm run bench:neighbours -- [attacks] [--seconds 10] [--bound]
One account attacks while another publishes 50 events a second and lists its deliveries. The attacker's process stands for
another machine, so it has the lowest priority: compare its responses a second between runs. --bound repeats each attack
against a server that does nothing, at the same rate: what is left is the attacker's own use of the machine. Attacks,
selected by part of their name:
${Object.keys(attacks).join(", ")}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "10" },
    bound: { type: "boolean", default: false },
    help: { type: "boolean" },
  },
});
const chosen = Object.keys(attacks).filter(
  (name) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
if (values.help || chosen.length === 0) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}
const seconds = Number(values.seconds);

await ensureBuild();
const database = await startDatabase();
const receiver = startRole<Receiver>("roles/receiver.ts");
const stranger = await startStranger();
const close = async () => {
  await stopProducts();
  await Promise.all([receiver.stop(), stranger.close()]);
  await database.stop();
};
onShutdown(close);

const rows: ReturnType<typeof rowsOf> = [];
try {
  for (const name of chosen) {
    console.log(`${name} …`);
    try {
      rows.push(...(await measure(name)));
    } catch (error) {
      // The other attacks can still be measured.
      console.error(error);
      process.exitCode = 1;
    }
  }
} finally {
  await close();
}
console.table(rows);
if (rows.some(({ held }) => held === "NO")) process.exitCode = 1;

/** Quiet, then under attack; with --bound the same beside an attack on a server that does nothing. */
async function measure(name: string) {
  const attacker = startRole<Attacker>("neighbours/attacker.ts", true);
  try {
    const { quiet, disturbed, perSecond } = await disturb(name, "attacked", attacker);
    if (!values.bound || perSecond === 0) return rowsOf(name, quiet, disturbed);
    const idle = startRole<PacedServer>("roles/paced-server.ts", true);
    try {
      await idle.call("pace", perSecond);
      const url = await idle.call("url");
      const alone = await disturb(name, "attacker alone", attacker, url);
      return rowsOf(name, quiet, disturbed, ratiosOf(alone.quiet, alone.disturbed));
    } finally {
      await idle.stop();
    }
  } finally {
    await attacker.stop();
  }
}

/**
 * Observes the neighbour before and during an attack. A new product each time: it would deliver the events of the attack
 * before for minutes.
 *
 * @param elsewhere server that is attacked instead of the product
 */
async function disturb(name: string, what: string, attacker: Role<Attacker>, elsewhere?: string) {
  const product = await startProduct(database, "whole", defaults);
  try {
    const place = { origin: product.origin, adminKey: product.key };
    const [bad, good] = [
      await makeTenant(place, "attacker", 5),
      await makeTenant(place, "neighbour"),
    ];
    const url = await receiver.call("url");
    await makeWebhook(place, good.accountId, `${url}/ok`);
    if (name.includes("fan-out")) await addWebhooks(product.sql, bad.accountId, url, 5000);
    if (name.includes("log")) await addHistory(product.sql, bad.accountId, 100_000);
    const origin = elsewhere ?? product.origin;
    const target: Target = { origin, keys: bad.keys, stranger: stranger.url, scale: 1 };

    const neighbour = { origin: product.origin, key: good.keys[0] ?? "" };
    const trees = {
      product: product.pids,
      Postgres: [database.pid],
      attacker: [attacker.pid],
      receiver: [receiver.pid],
    };
    const observed = async (during: string) => {
      const use = watchMachine(trees);
      const seen = await observe(() => live(neighbour, seconds));
      console.log(`  ${during}: ${describeUse(use())}`);
      return seen;
    };
    await live(neighbour, 3);
    const quiet = await observed("quiet");
    const begunAt = performance.now();
    await attacker.call("begin", { name, target });
    await delay(rampMs);
    const disturbed = await observed(what);
    const statuses = await attacker.call("end");
    const tookSeconds = (performance.now() - begunAt) / 1000;
    const answers = statuses ? [...statuses.values()].reduce((sum, n) => sum + n, 0) : 0;
    const perSecond = answers / tookSeconds;
    if (statuses)
      console.log(
        `  ${perSecond.toFixed(0)} responses a second to the attacker`,
        Object.fromEntries(statuses),
      );
    return { quiet, disturbed, perSecond };
  } finally {
    await product.stop();
  }
}

type Observed = Life & { deliver: Seen };

/** Runs the neighbour and records when each of its events reached its receiver. */
async function observe(life: () => Promise<Life>): Promise<Observed> {
  await receiver.call("reset");
  const seen = await life();
  await delay(graceMs);
  return { ...seen, deliver: await arrivals(receiver, seen.publish) };
}

async function arrivals(role: Role<Receiver>, { publishedAt }: Seen): Promise<Seen> {
  const receipts = await role.call("receipts");
  const tookMs = [...publishedAt].map(
    ([id, at]) => (receipts.get(`/ok ${id}`)?.at ?? Number.POSITIVE_INFINITY) - at,
  );
  const missing = tookMs.filter((one) => !Number.isFinite(one)).length;
  return { tookMs, errors: new Map(missing ? [[0, missing]] : []), publishedAt };
}

function rowsOf(attack: string, quiet: Observed, attacked: Observed, bound?: Ratios) {
  const ratios = ratiosOf(quiet, attacked);
  return kinds.map((what) => {
    const [before, after] = [quiet[what], attacked[what]];
    const ratio = ratios[what];
    const held = after.errors.size === 0 && ratio <= ratioAtMost;
    return {
      attack,
      what,
      "quiet p50": ms(before, 0.5),
      "quiet p99": ms(before, 0.99),
      "attacked p50": ms(after, 0.5),
      "attacked p99": ms(after, 0.99),
      ratio,
      ...(bound && { "attacker alone": bound[what] }),
      errors: [...after.errors].map(([status, n]) => `${n} × ${status || "none"}`).join(", "),
      held: held ? "yes" : "NO",
    };
  });
}

/** Returns the ratio of the two 99th percentiles for each kind of request. */
function ratiosOf(quiet: Observed, after: Observed): Ratios {
  const ratio = (what: Kind) =>
    Number((quantile(after[what].tookMs, 0.99) / quantile(quiet[what].tookMs, 0.99)).toFixed(2));
  return { publish: ratio("publish"), list: ratio("list"), deliver: ratio("deliver") };
}

function ms({ tookMs }: Seen, share: number): number {
  return Number(quantile(tookMs, share).toFixed(1));
}
