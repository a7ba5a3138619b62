import { addressOf, type Known, pages } from "@/tests/routes";
import { fontBudget, scriptBudget, styleBudget, weigh } from "@/tests/weigh";
import { signIn } from "./ui/product";

/** Prints compressed first-load JavaScript, CSS and fonts of a running product beside the budget of each page. */
const [origin] = process.argv.slice(2);
if (!origin) {
  console.error(`npm run budgets -- http://127.0.0.1:3000
signs in by ADMIN_EMAIL and ADMIN_PASSWORD, or takes a session's cookie from SESSION_COOKIE`);
  process.exit(1);
}
const { ADMIN_EMAIL: email = "", ADMIN_PASSWORD: password = "" } = process.env;
const cookie = process.env.SESSION_COOKIE ?? (await signIn(origin, { email, password }));
const known = await lookAround();

for (const pattern of pages) {
  const url = new URL(addressOf(pattern, known), origin).href;
  const weight = await weigh(url, pattern === "/login" ? "" : cookie);
  if (!weight) continue;
  report(pattern, weight.scripts, scriptBudget(pattern));
  report("  its CSS", weight.styles, styleBudget);
  report("  its fonts", weight.fonts, fontBudget);
}

function report(what: string, kB: number, budget: number): void {
  // A page without any is a reading error, not a light page.
  const over = kB > budget || kB === 0;
  if (over) process.exitCode = 1;
  console.log(`${what.padEnd(60)}${kB.toFixed(1).padStart(6)} kB of ${budget}${over ? "  !" : ""}`);
}

/** One resource for each page with an id. */
async function lookAround(): Promise<Known> {
  const [webhooks, deliveries, published, replays, inbox] = await Promise.all([
    first("/v1/webhooks"),
    first("/v1/deliveries?limit=1"),
    first("/v1/events?limit=1"),
    first("/v1/replays?limit=1"),
    first("/v1/inbox/bins"),
  ]);
  return {
    webhooks,
    deliveries,
    published,
    replays,
    inbox,
    api: "webhooks",
    events: "VIDEO_GENERATION_SUCCESS",
  };
}

async function first(path: string): Promise<string> {
  const answer = await fetch(new URL(path, origin), { headers: { cookie } });
  const body: unknown = await answer.json();
  const [list = []] = [body, ...Object.values(Object(body))].filter(Array.isArray);
  const [one] = list;
  if (one) return one.id;
  throw new Error(`${path} has no data. npm run seed adds all but an inbox bin`);
}
