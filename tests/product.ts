import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { databaseAddress, folderOf } from "@/server/embedded-postgres/folder";
import { inspectProcess } from "@/server/supervisor/inspect-process";
import { copyTemplate, makeHomeFolder } from "./home-template";
import { postback } from "./postback";

type Variables = Record<string, string>;
const start = [...postback, "start"];

/**
 * Runs the real product as users do, in its own folder, which a later start can share. With `prepared` the folder already
 * has a database without data, which saves a second.
 */
export async function makeHome({ prepared = false } = {}) {
  const dir = await makeHomeFolder("postback-home-");
  if (prepared) await copyTemplate(dir);
  const started: Product[] = [];

  return {
    dir,
    start(variables: Variables = {}, command = start): Product {
      const product = launch(command, { POSTBACK_DIR: dir, PORT: "0", ...variables });
      started.push(product);
      return product;
    },
    apiKey: async () => (await readFile(path.join(dir, "api-key"), "utf8")).trim(),
    /** URL of the product's own database. */
    databaseUrl: async () => {
      const folder = folderOf(dir);
      return databaseAddress(folder, Number(await readFile(folder.port, "utf8")));
    },
    postmaster: async () => Number.parseInt(await readFile(postmasterFile(dir), "utf8"), 10),
    async close(): Promise<void> {
      await Promise.all(started.map((product) => product.stop()));
      await endPostmaster(dir);
      await rm(dir, { recursive: true, force: true });
    },
  };
}
export type Home = Awaited<ReturnType<typeof makeHome>>;
export type Product = ReturnType<typeof launch>;

function launch([command = "", ...args]: string[], variables: Variables) {
  const child = spawn(command, args, {
    env: { ...inherited(), ...variables },
    // Own process group, like that of a terminal.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const out = collect(child, "stdout");
  const err = collect(child, "stderr");
  const ended = once(child, "close").then(([code]) => code as number | null);

  return {
    pid: child.pid ?? 0,
    out,
    err,
    /** Settles with the exit code. */
    ended,
    /** Waits for the banner and returns the address in it. */
    async address(): Promise<string> {
      const running = /Postback is running at (\S+)[\s\S]*Ctrl-C/;
      const address = await until(() => {
        if (child.exitCode !== null) throw new Error(`It ended: ${out()}${err()}`);
        return running.exec(out())?.[1];
      });
      return address;
    },
    async stop(): Promise<number | null> {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Repeats a request until it succeeds; the test's own time limit ends it. */
export async function until<T>(ask: () => T | Promise<T>): Promise<NonNullable<Awaited<T>>> {
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    await delay(30);
  }
}

/** Returns all descendants of a process, itself included; `program` filters by command line. */
export function family(pid: number, program = ""): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .map((row) => ({ pid: Number(row?.[1]), parent: Number(row?.[2]), args: row?.[3] ?? "" }));
  const below = (id: number): typeof rows =>
    rows.filter((row) => row.parent === id).flatMap((row) => [row, ...below(row.pid)]);
  const all = [...rows.filter((row) => row.pid === pid), ...below(pid)];
  return all.filter((row) => row.args.includes(program)).map((row) => row.pid);
}

/** Signals all descendants of a process, itself included. One that has ended meanwhile is none of them. */
export function signalFamily(pid: number, signal: NodeJS.Signals): void {
  for (const one of family(pid)) {
    try {
      process.kill(one, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

export function alive(pids: number[]): number[] {
  return pids.filter((pid) => inspectProcess(pid) !== null);
}

function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, SystemRoot, TEMP, NODE_ENV } = process.env;
  return { PATH, HOME, SystemRoot, TEMP, NODE_ENV };
}

function collect(child: ChildProcess, stream: "stdout" | "stderr"): () => string {
  let text = "";
  child[stream]?.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  return () => text;
}

function postmasterFile(dir: string): string {
  return path.join(dir, "postgres", "postmaster.pid");
}

/** Stops what a test that killed the supervisor may leave behind. */
async function endPostmaster(dir: string): Promise<void> {
  const pid = Number.parseInt(await readFile(postmasterFile(dir), "utf8").catch(() => ""), 10);
  if (!pid || !inspectProcess(pid)) return;
  process.kill(pid, "SIGQUIT");
  await until(() => inspectProcess(pid) === null);
}
