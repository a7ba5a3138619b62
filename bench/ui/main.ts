import { parseArgs } from "node:util";
import { ensureBuild } from "@/server/supervisor/ensure-build";
import { print, save } from "../report";
import { answers } from "./answers";
import { signIn, startWithSample } from "./product";
import { screens } from "./screens";

const usage = `npm run bench:ui -- [--quick] [--origin http://127.0.0.1:3000] [--json file]
Measures the dashboard with a million deliveries: response times of every list and filter, and rendering in a
browser. --quick uses sixty thousand. --origin measures a running product and signs in with ADMIN_EMAIL and
ADMIN_PASSWORD.`;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    origin: { type: "string" },
    json: { type: "string", default: "bench/results/ui.json" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit();
}

const subject = await (values.origin ? visit(values.origin) : start());
try {
  const served = await answers(subject);
  print(served);
  const seen = await screens(subject);
  print(seen);
  await save(values.json, [...served, ...seen], values.quick);
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
