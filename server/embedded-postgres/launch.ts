import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { accountOf } from "./account";
import type { Binaries } from "./binaries";
import { complaintIn } from "./complaint";
import { type Folder, rememberedPort } from "./folder";
import { invocation } from "./invocation";
import { type RunningServer, readLock, removeStaleLock } from "./lock-file";

export type Settings = Record<string, string>;

const timeoutMs = 30_000;

/** Starts the server and waits until it accepts connections. */
export async function launch(
  binaries: Binaries,
  folder: Folder,
  settings: Settings,
  fixedPort?: number,
): Promise<RunningServer> {
  const giveUp = Date.now() + timeoutMs;
  for (;;) {
    await removeStaleLock(folder.data);
    const port = fixedPort ?? (await rememberedPort(folder));
    const logged = await sizeOf(folder.log);
    const child = await spawnServer(binaries, folder, { ...settings, port: String(port) });
    if (await isReady(child, folder)) return { child, pid: child.pid ?? 0, port };

    const { complaint, isPassing } = complaintIn(await readFrom(folder.log, logged));
    if (!isPassing || Date.now() > giveUp) {
      throw new CannotStart(
        `The embedded Postgres did not start: ${complaint} ${adviceOn(complaint)}Its log is ${folder.log}.`,
      );
    }
    await delay(200);
  }
}

function adviceOn(complaint: string): string {
  if (!complaint.includes("incompatible with server")) return "";
  return "Write a backup with the version of Postback that wrote this folder, and restore it with this version. ";
}

async function spawnServer(binaries: Binaries, folder: Folder, settings: Settings) {
  const log = await open(folder.log, "a", 0o600);
  const all = { ...always, ...settings };
  const { command, args, options } = invocation(accountOf(folder.data), binaries.postgres, [
    "-D",
    folder.data,
    ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]);
  // Own process group: Ctrl-C in the terminal is for the supervisor, which stops the server last.
  const child = spawn(command, args, {
    ...options,
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  });
  child.on("error", () => {});
  await log.close();
  return child;
}

const always: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  // Logs the server itself. The client reports failed statements, without their values.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
  // Draining a large backlog writes images of pages changed first after a checkpoint: half of the WAL.
  wal_compression: "on",
};

async function isReady(child: ChildProcess, folder: Folder): Promise<boolean> {
  const ended = once(child, "exit").catch(() => {});
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!over) {
    const lock = await readLock(folder.data);
    if (lock?.pid === child.pid && lock?.status === "ready") return true;
    await Promise.race([ended, delay(20)]);
  }
  return false;
}

async function readFrom(file: string, offset: number): Promise<string> {
  return (await readFile(file)).subarray(offset).toString();
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
