import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { connectSql } from "@/db/client";
import { readEnvironment } from "@/lib/env";
import { prepareDatabase } from "@/server/cli/prepare-database";
import { choosePort } from "@/server/supervisor/ports";
import { root } from "@/server/supervisor/root";
import { payload } from "./world";

const key = "bench-key";
const next = createRequire(import.meta.url).resolve("next/dist/bin/next");

/** Command lines; `PORT` is that of the first. */
const modes = {
  whole: [["server/cli/launch.mjs", "start"]],
  split: [
    ["server/cli/launch.mjs", "web"],
    ["server/cli/launch.mjs", "worker"],
  ],
  web: [["server/cli/launch.mjs", "web"]],
  next: [[next, "start"]],
};
export type Mode = keyof typeof modes | string[][];

/** One account, and one key, represent many. */
const unlimited = {
  PUBLISH_EVENTS_PER_SECOND: "100000",
  PUBLISH_BURST: "1000000",
  REQUESTS_PER_MINUTE: "100000",
};

const running = new Set<{ stop(): Promise<void> }>();

/** Processes that a failed row left behind. */
export async function stopProducts(): Promise<void> {
  await Promise.all([...running].map((product) => product.stop()));
}

/** Runs the product as users do, on its own database in the bench's Postgres. */
export async function startProduct(
  server: { url: string },
  mode: Mode,
  more: Record<string, string> = {},
) {
  const database = await createDatabase(server.url);
  const dir = await mkdtemp(path.join(tmpdir(), "postback-bench-home-"));
  const port = String(await choosePort());
  const variables = {
    DATABASE_URL: database.url,
    PORT: port,
    MASTER_KEY: randomBytes(32).toString("base64"),
    POSTBACK_DIR: dir,
    BOOTSTRAP_API_KEY: key,
    ALLOW_PRIVATE_CIDRS: "127.0.0.0/8",
    LOG_LEVEL: "error",
    ...unlimited,
    ...more,
  };
  await prepareDatabase(database.url, readEnvironment(variables), {});
  const commands = typeof mode === "string" ? modes[mode] : mode;
  const children = commands.map((args) => start(args, variables));
  const origin = `http://127.0.0.1:${port}`;
  await untilAlive(origin, children);
  const sql = connectSql(database.url, 2);
  const headers = { "x-api-key": key, "content-type": "application/json" };

  const product = {
    sql,
    databaseUrl: database.url,
    origin,
    /** A service key with all scopes. */
    key,
    pids: children.map(({ pid }) => pid ?? 0),
    events: { url: `${origin}/v1/events`, headers },
    batches: { url: `${origin}/v1/events/batch`, headers },
    /** Replaces all data by this many accounts with these webhooks. Returns an event for each. */
    async furnish(addresses: string[], accounts = 1): Promise<string[]> {
      await unlessDeadlocked(() => sql`truncate events, deliveries, attempts, queue cascade`);
      await sql`delete from accounts`;
      const rows = await sql<{ id: string }[]>`
        insert into accounts (id, name) select new_id(), 'bench ' || n from generate_series(1, ${accounts}) n
        returning id`;
      for (const { id } of rows) {
        for (const callbackUrl of addresses) {
          const draft = { callbackUrl, events: [name] };
          await call("POST", `/v1/webhooks?account=${id}`, draft);
        }
      }
      await sql`analyze`;
      return rows.map(({ id }) => eventOf(id));
    },
    /** Waits until this many attempts are recorded. */
    async recorded(count: number): Promise<void> {
      const giveUpAt = Date.now() + timeoutMs;
      for (;;) {
        const [found] = await sql`select count(*)::int as n from attempts`;
        if (found?.n >= count) return;
        if (Date.now() > giveUpAt) throw new Error(`Only ${found?.n} of ${count} were recorded`);
        await delay(20);
      }
    },
    async stop(): Promise<void> {
      running.delete(product);
      await sql.end({ timeout: 1 });
      await Promise.all(children.map(end));
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
  running.add(product);
  return product;

  async function call(method: string, address: string, body: object): Promise<{ id: string }> {
    const answer = await fetch(origin + address, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${address}: ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  }
}
export type Product = Awaited<ReturnType<typeof startProduct>>;

/** Repeats a statement that locks tables in another order than those of the running product. */
async function unlessDeadlocked(run: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const failure = await run().then(
      () => null,
      (error: { code?: string }) => error,
    );
    if (!failure) return;
    if (failure.code !== "40P01") throw failure;
  }
}

const name = "VIDEO_GENERATION_SUCCESS";
const timeoutMs = 60_000;

function eventOf(accountId: string): string {
  return `{"event":"${name}","accountId":"${accountId}","data":${payload}}`;
}

let databases = 0;

async function createDatabase(server: string) {
  const database = `bench_${++databases}`;
  // Connections are closed at once, because their memory would count for the product's.
  const run = async (statement: string) => {
    const sql = postgres(server, { max: 1, onnotice() {} });
    await sql.unsafe(statement).finally(() => sql.end());
  };
  await run(`create database ${database}`);
  const url = new URL(server);
  url.pathname = `/${database}`;
  return { url: url.href, drop: () => run(`drop database ${database} with (force)`) };
}

function start(args: string[], variables: Record<string, string>): ChildProcess {
  const env = { ...process.env, NODE_ENV: "production" as const, ...variables };
  return spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

async function untilAlive(origin: string, children: ChildProcess[]): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/v1`).catch(() => null);
    if (answer) return;
    if (children.some(({ exitCode }) => exitCode !== null))
      throw new Error("The product did not start");
    await delay(50);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}
