import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { openDataFolder } from "@/server/data-folder";
import { inspectProcess } from "@/server/inspect-process";
import { accountOf } from "./account";
import { findBinaries } from "./binaries";
import { folderOf } from "./folder";
import { initialize } from "./initialize";
import { invocation } from "./invocation";
import { launch, type Settings } from "./launch";
import { findRunning } from "./lock-file";

export type EmbeddedPostgres = {
  url: string;
  pid: number;
  /** Ends the server in order; its clients are cut off. */
  stop(): Promise<void>;
  /** Settles when the server is gone though nobody stopped it. Starting it again keeps its address. */
  died: Promise<void>;
};

type Options = {
  dir: string;
  settings?: Settings;
  /** At this port or not at all; without it at the one remembered in the folder, or another that is free. */
  port?: number;
};

/** Runs a Postgres of our own in `dir`, or takes over the one that still runs there. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dir, settings = {} } = options;
  const binaries = await findBinaries();
  const folder = folderOf(dir);
  await openDataFolder(folder.root);
  if (!existsSync(folder.data)) {
    await initialize(binaries, folder, { sync: settings.fsync !== "off" });
  }

  const server =
    (await findRunning(folder.data)) ?? (await launch(binaries, folder, settings, options.port));
  const gone = server.child ? untilExit(server.child) : untilGone(server.pid);

  const password = await readFile(folder.password, "utf8");
  const url = `postgres://postback:${password}@127.0.0.1:${server.port}/postback`;
  await createDatabase(url);

  let stopping = false;
  return {
    url,
    pid: server.pid,
    async stop() {
      stopping = true;
      if (process.platform === "win32") {
        const { command, args, options } = invocation(accountOf(folder.data), binaries.pg_ctl, [
          ...["stop", "--mode=fast", "-D", folder.data],
        ]);
        spawnSync(command, args, options);
      } else if (inspectProcess(server.pid)) {
        process.kill(server.pid, "SIGINT");
      }
      await gone;
    },
    died: new Promise((resolve) => void gone.then(() => stopping || resolve())),
  };
}

async function untilExit(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** Nobody tells of the end of a process that is not our child. */
async function untilGone(pid: number): Promise<void> {
  while (inspectProcess(pid)) await delay(250);
}

async function createDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, database: "postgres", connect_timeout: 10 });
  try {
    const found = await sql`select from pg_database where datname = 'postback'`;
    if (found.length === 0) await sql`create database postback`;
  } finally {
    await sql.end();
  }
}
