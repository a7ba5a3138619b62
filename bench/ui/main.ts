import { parseArgs } from "node:util";
import { ensureBuild } from "@/server/supervisor/ensure-build";
import type { Figure } from "../measure";
import { print, save } from "../report";
import { answers } from "./answers";
import { signIn, startWithSample } from "./product";
import { navigations, screens } from "./screens";

const parts = { answers, screens, navigation: navigations };

const usage = `npm run bench:ui -- [parts] [--quick] [--origin http://127.0.0.1:3000] [--json file]
Measures the dashboard with a million deliveries. Each part is printed once it is known.

  answers     response times of every list and filter, and of each page
  screens     loading and interaction in a browser
  navigation  from a click in the navigation to the next page's heading and data
  --quick     sixty thousand deliveries
  --origin    a running product; signs in with ADMIN_EMAIL and ADMIN_PASSWORD`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    origin: { type: "string" },
    json: { type: "string", default: "bench/results/ui.json" },
    help: { type: "boolean", default: false },
  },
});
const unknown = positionals.filter((each) => !Object.hasOwn(parts, each));
if (values.help || unknown.length > 0) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

const subject = await (values.origin ? visit(values.origin) : start());
try {
  const figures: Figure[] = [];
  for (const [part, measure] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(part)) continue;
    const seen = await measure(subject);
    print(seen);
    figures.push(...seen);
  }
  await save(values.json, figures, values.quick);
} finally {
  await subject.close();
}

async function start() {
  await ensureBuild();
  return startWithSample(values.quick ? [] : ["--large"]);
}

async function visit(origin: string) {
  const { ADMIN_EMAIL: email = "", ADMIN_PASSWORD: password = "" } = process.env;
  return { origin, cookie: await signIn(origin, { email, password }), close: async () => {} };
}
