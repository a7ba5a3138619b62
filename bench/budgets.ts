import { gzipSync } from "node:zlib";

/** First-load JavaScript and CSS of a running product, compressed, against what each page may weigh. */
const [origin] = process.argv.slice(2);
if (!origin) {
  console.error(`npm run budgets -- http://127.0.0.1:3000
signs in by ADMIN_EMAIL and ADMIN_PASSWORD, or takes a session's cookie from SESSION_COOKIE`);
  process.exit(1);
}
const cookie = process.env.SESSION_COOKIE ?? (await signIn());

const [webhook] = await json<{ id: string }[]>("/v1/webhooks");
const [delivery] = (await json<{ deliveries: { id: string }[] }>("/v1/deliveries")).deliveries;
if (!webhook || !delivery) throw new Error("A webhook and a delivery are needed to look at");

const budgets = {
  "/login": 145,
  "/docs": 150,
  "/docs/verify": 150,
  "/docs/api/webhooks": 150,
  "/webhooks": 215,
  "/deliveries": 215,
  [`/deliveries/${delivery.id}`]: 215,
  "/webhooks/new": 225,
  [`/webhooks/${webhook.id}/deliveries`]: 215,
  [`/webhooks/${webhook.id}/settings`]: 225,
  [`/webhooks/${webhook.id}/signing`]: 235,
  [`/webhooks/${webhook.id}/test`]: 235,
  "/events": 235,
  "/events/published": 235,
  "/keys": 235,
};
const styles = 15;

for (const [route, budget] of Object.entries(budgets)) {
  const html = await (await get(route, route === "/login" ? "" : cookie)).text();
  // Polyfills for browsers without modules are loaded by nobody else.
  await weigh(route, budget, html.match(/<script(?![^>]*nomodule)[^>]*\ssrc="[^"]+"/gi));
  await weigh("  its CSS", styles, html.match(/<link(?=[^>]*rel="stylesheet")[^>]*>/gi));
}

async function weigh(what: string, budget: number, tags: string[] | null): Promise<void> {
  const addresses = new Set(tags?.map((tag) => /\s(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? ""));
  const sizes = await Promise.all([...addresses].map(sizeOf));
  const kB = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  // A page without any is not light: it was not read right.
  const over = kB > budget || kB === 0;
  if (over) process.exitCode = 1;
  console.log(`${what.padEnd(60)}${kB.toFixed(1).padStart(6)} kB of ${budget}${over ? "  !" : ""}`);
}

async function sizeOf(address: string): Promise<number> {
  const file = await (await get(address)).arrayBuffer();
  return gzipSync(new Uint8Array(file), { level: 9 }).length;
}

async function signIn(): Promise<string> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = process.env;
  const answer = await fetch(new URL("/v1/session", origin), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}

async function json<T>(path: string): Promise<T> {
  return (await get(path, cookie)).json() as Promise<T>;
}

async function get(path: string, withCookie = ""): Promise<Response> {
  const answer = await fetch(new URL(path, origin), {
    headers: withCookie ? { cookie: withCookie } : {},
    redirect: "manual",
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer;
}
