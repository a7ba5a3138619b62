import { parseArgs } from "node:util";
import { onShutdown } from "@/lib/lifecycle";
import type { Figure } from "./measure";
import { print, save } from "./report";
import { accounts } from "./rows/accounts";
import { backlog } from "./rows/backlog";
import { cost } from "./rows/cost";
import { drain } from "./rows/drain";
import { fanOut } from "./rows/fan-out";
import { floor } from "./rows/floor";
import { fullPath } from "./rows/full-path";
import { handle } from "./rows/handle";
import { hanging } from "./rows/hanging";
import { intake } from "./rows/intake";
import { large } from "./rows/large";
import { latency } from "./rows/latency";
import { rate } from "./rows/rate";
import { scale } from "./rows/scale";
import { telemetry } from "./rows/telemetry";
import { waiting } from "./rows/waiting";
import { openScope, type Scope } from "./scope";

const rows: Record<string, (scope: Scope) => Promise<Figure[]>> = {
  drain,
  full: fullPath,
  cost,
  floor,
  intake,
  handle,
  latency,
  hanging,
  accounts,
  "fan-out": fanOut,
  backlog,
  large,
  waiting,
  rate,
  scale,
  telemetry,
};

// It measures another product, so it needs none of what follows.
if (process.argv.includes("peers-http")) {
  await import("./peers-http/main");
  process.exit();
}

const usage = `npm run bench -- [rows] [--quick] [--rounds 3] [--json file]
rows: ${Object.keys(rows).join(" ")}; default: all. peers-http measures any product over HTTP. --quick runs one round of five seconds for each case, after five that do not count.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    rounds: { type: "string" },
    json: { type: "string", default: "bench/results/latest.json" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit();
}
const unknown = positionals.filter((name) => !(name in rows));
if (unknown.length > 0) {
  console.error(`Unknown row: ${unknown.join(", ")}.\n${usage}`);
  process.exit(1);
}

const scope = await openScope({
  quick: values.quick,
  rounds: Number(values.rounds ?? (values.quick ? 1 : 3)),
});
onShutdown(() => scope.close());
const figures: Figure[] = [];
try {
  for (const [name, measure] of Object.entries(rows)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.log(`${name} …`);
    try {
      figures.push(...(await measure(scope)));
    } catch (error) {
      // The other rows can still be measured.
      console.error(error);
      process.exitCode = 1;
    }
  }
} finally {
  await scope.close();
}
print(figures);
await save(values.json, figures, values.quick);
