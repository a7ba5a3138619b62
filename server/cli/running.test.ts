import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventTypes } from "@/db/event-types";
import { freshDatabase } from "@/tests/database";
import { key as serviceKey } from "@/tests/faults/programs";
import { postback } from "@/tests/postback";
import { alive, family, type Home, makeHome, type Product, until } from "@/tests/product";
import { startReceiver } from "@/tests/receiver";

let home: Home;
beforeEach(async () => {
  home = await makeHome({ prepared: true });
});
afterEach(() => home.close());

/** Returns the status of creating a webhook that targets this machine. */
async function createLocalWebhook(product: Product): Promise<number> {
  await product.address();
  const create = await webhookCreator(product, await home.apiKey());
  return create("http://127.0.0.1:4999/");
}

async function webhookCreator(product: Product, key: string) {
  const url = `${await product.address()}/v1/webhooks`;
  const headers = { "x-api-key": key, "content-type": "application/json" };
  return async (callbackUrl: string): Promise<number> => {
    const body = JSON.stringify({ callbackUrl, events: ["VIDEO_GENERATION_SUCCESS"] });
    return (await fetch(url, { method: "POST", headers, body })).status;
  };
}

test("the banner's curl line works as pasted, and shows no key", async () => {
  const product = home.start();
  await product.address();
  const line = /curl .*/.exec(product.out())?.[0] ?? "";
  expect(JSON.parse(execFileSync("sh", ["-c", `${line} -s`], { encoding: "utf8" }))).toEqual([]);
  expect(product.out()).not.toContain(await home.apiKey());
});

test("the banner contains the link of the first sign-up, which opens without output of Next", async () => {
  const product = home.start();
  const address = await product.address();
  const [link = ""] = /\S+\/setup#\S{20,}/.exec(product.out()) ?? [];
  expect(link).toContain(address);
  await until(async () => (await fetch(link)).ok);
  expect(product.out()).not.toContain("next.config");
});

test("without DATABASE_URL callbacks may reach this machine", async () => {
  const product = home.start();
  expect(await createLocalWebhook(product)).toBe(201);
  expect(product.out()).toContain("callbacks may also reach");
});

test.each([
  ["an empty ALLOW_PRIVATE_CIDRS", { ALLOW_PRIVATE_CIDRS: "" }],
  ["a proxy in front", { TRUST_PROXY: "1" }],
])(
  "%s lets callbacks reach no private address",
  async (_what, settings: Record<string, string>) => {
    const product = home.start(settings);
    expect(await createLocalWebhook(product)).toBe(400);
    expect(product.out()).not.toContain("callbacks may also reach");
  },
);

test("with DATABASE_URL no Postgres is started, no password shown, and the last use of a key recorded", async () => {
  const { url, sql } = await freshDatabase();
  const settings = { MASTER_KEY: process.env.MASTER_KEY ?? "", BOOTSTRAP_API_KEY: serviceKey };
  const product = home.start({ DATABASE_URL: url, ...settings });
  const read = `${await product.address()}/v1/webhooks`;
  // A busy machine may open the first connection slowly, which is answered 503.
  await until(async () => (await fetch(read, { headers: { "x-api-key": serviceKey } })).ok);
  expect(family(product.pid, "bin/postgres")).toEqual([]);
  expect(product.out()).not.toContain(new URL(url).password);
  expect(await product.stop()).toBe(0);
  expect(await sql`select from api_keys where last_used_at is not null`).toHaveLength(1);
});

test("with only DATABASE_URL set, no callback reaches this machine", async () => {
  const { url } = await freshDatabase();
  const product = home.start({
    DATABASE_URL: url,
    MASTER_KEY: process.env.MASTER_KEY ?? "",
    BOOTSTRAP_API_KEY: "the-installation's-key",
  });
  const create = await webhookCreator(product, "the-installation's-key");
  const hosts = ["127.0.0.1", "127.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "localhost"];
  for (const host of hosts) expect(await create(`http://${host}:4999/`), host).toBe(400);
  expect(await create("https://receiver.example/")).toBe(201);
  expect(product.out()).not.toContain("callbacks may also reach");
});

test("without a worker, the API runs on the embedded Postgres and no process delivers", async () => {
  const product = home.start({ WORKERS: "1" }, [...postback, "start", "--without-worker"]);
  const address = await product.address();
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(family(product.pid, "bin/postgres")).not.toEqual([]);
  expect(family(product.pid, "dist/web.js")).toHaveLength(1);
  expect(family(product.pid, "dist/whole.js")).toEqual([]);
  expect(family(product.pid, "dist/worker.js")).toEqual([]);
});

test("SIGTERM shuts everything down gracefully", async () => {
  const product = home.start();
  await product.address();
  const processes = family(product.pid);
  expect(processes.length).toBeGreaterThan(3);
  expect(await product.stop()).toBe(0);
  expect(alive(processes)).toEqual([]);
  expect(product.err()).toBe("");
});

/** A receiver has up to 30 s, a request to the API 10, and the supervisor waits 35 for both. */
test("after SIGTERM no delivery begins, however long a request to the API takes to end", async () => {
  const receiver = await startReceiver();
  receiver.answer({ status: 503, headers: { "retry-after": "3" } });
  const product = home.start();
  const { hostname, port, href } = new URL(await product.address());
  const headers = { "x-api-key": await home.apiKey(), "content-type": "application/json" };
  const post = (path: string, body: object) =>
    fetch(`${href}v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const event = "VIDEO_GENERATION_SUCCESS";
  await post("webhooks", { callbackUrl: receiver.url, events: [event] });
  await post("events", { event, data: eventTypes[event].sample });
  await receiver.waitFor(1);

  const slow = connect(Number(port), hostname).on("error", () => {});
  const lines = Object.entries({ ...headers, host: "x", expect: "100-continue" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  slow.write(`POST /v1/events HTTP/1.1\r\n${lines.join("")}content-length: 2\r\n\r\n`);
  await once(slow, "data");
  expect(await product.stop()).toBe(0);
  expect(receiver.received).toHaveLength(1);
  await receiver.close();
});

test("a second SIGTERM ends all processes at once", async () => {
  const product = home.start();
  await product.address();
  const processes = family(product.pid);
  // It does not stop by itself.
  process.kill(family(product.pid, "dist/whole.js")[0]!, "SIGSTOP");
  process.kill(product.pid, "SIGTERM");
  await until(() => product.out().includes("Press Ctrl-C again"));
  expect(await product.stop()).toBe(1);
  await until(() => alive(processes).length === 0);
});

test("SIGTERM does not wait for idle connections", async () => {
  const product = home.start();
  const { hostname, port } = new URL(await product.address());
  const silent = connect(Number(port), hostname);
  await once(silent, "connect");
  expect(await product.stop()).toBe(0);
  silent.destroy();
});

test("Ctrl-C, which reaches npm and all children at once, does so too", async () => {
  const product = home.start({}, ["npm", "start"]);
  await product.address();
  const processes = family(product.pid);
  process.kill(-product.pid, "SIGINT");
  expect(await product.ended).toBe(0);
  expect(alive(processes)).toEqual([]);
});

test("Ctrl-C while the database is prepared ends all processes and reports no failure", async () => {
  const product = home.start();
  const preparing = await until(() => family(product.pid, "dist/prepare.js")[0]);
  process.kill(preparing, "SIGSTOP");
  const processes = family(product.pid);
  process.kill(-product.pid, "SIGINT");
  expect(await product.ended).toBe(0);
  expect(alive(processes)).toEqual([]);
  expect(product.err()).toBe("");
});

test("a product that starts while a command runs keeps the Postgres that the command has started", async () => {
  const command = home.start({}, [...postback, "keys", "list"]);
  const lock = path.join(home.dir, "postgres/postmaster.pid");
  await until(async () => /ready/.test(await readFile(lock, "utf8").catch(() => "")));
  process.kill(command.pid, "SIGSTOP");
  const product = home.start();
  await product.address();
  const before = await home.postmaster();
  process.kill(command.pid, "SIGCONT");
  expect([await command.ended, command.err()]).toEqual([0, ""]);
  expect(alive([before])).toEqual([before]);
  expect(await product.stop()).toBe(0);
  expect(alive([before])).toEqual([]);
  expect(product.out()).not.toContain("embedded Postgres exited");
});
