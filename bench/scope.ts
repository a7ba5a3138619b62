import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { choosePort } from "@/server/supervisor/ports";
import { root } from "@/server/supervisor/root";
import { cleanupOnExit } from "@/tests/cleanup-on-exit";
import { stopProducts } from "./product";
import { startRole } from "./role";
import type { Publisher } from "./roles/publisher";
import type { Receiver } from "./roles/receiver";
import { startDatabase } from "./world";

/** Shared by the rows of one run. */
export type Scope = Awaited<ReturnType<typeof openScope>>;

export async function openScope(options: { quick: boolean; rounds: number }) {
  installPeers();
  const redis = await startRedis();
  const database = await startDatabase();
  const receiver = startRole<Receiver>("roles/receiver.ts");
  const publisher = startRole<Publisher>("roles/publisher.ts");
  return {
    ...options,
    database,
    receiver,
    publisher,
    /** Null where Redis is not installed. */
    redis,
    async close(): Promise<void> {
      await stopProducts();
      await Promise.all([receiver.stop(), publisher.stop()]);
      await database.stop();
      await redis?.stop();
    },
  };
}

/** Other queues are not part of the product's own install. */
function installPeers(): void {
  const folder = path.join(root, "bench/peers");
  if (existsSync(path.join(folder, "node_modules/.package-lock.json"))) return;
  console.log("Installing the other queues …");
  execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder], {
    stdio: "inherit",
  });
}

/** Durable like Postgres: each write is on disk before its response. */
async function startRedis() {
  if (spawnSync("redis-server", ["--version"]).status !== 0) return null;
  const dir = await mkdtemp(path.join(tmpdir(), "postback-bench-redis-"));
  const port = await choosePort();
  const durable = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""];
  const child = spawn(
    "redis-server",
    ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, ...durable],
    { stdio: "ignore" },
  );
  cleanupOnExit('kill "$1"; rm -rf "$2"', String(child.pid), dir);
  await untilOpen(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop(): Promise<void> {
      await end(child);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function untilOpen(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const opened = await once(socket, "connect").catch(() => null);
    socket.destroy();
    if (opened) return;
    await delay(20);
  }
}

async function end(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}
