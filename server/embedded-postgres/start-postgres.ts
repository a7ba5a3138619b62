import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { openDataFolder } from "@/server/supervisor/data-folder";
import { inspectProcess } from "@/server/supervisor/inspect-process";
import { accountOf } from "./account";
import { findBinaries } from "./binaries";
import { boundLog } from "./bound-log";
import { databaseAddress, folderOf, readPassword } from "./folder";
import { initialize } from "./initialize";
import { invocation } from "./invocation";
import { launch, type Settings } from "./launch";
import { findRunning } from "./lock-file";

export type PostgresServer = {
  /** Of the product's database. */
  url: string;
  pid: number;
  /** Shuts the server down and disconnects its clients. */
  stop(): Promise<void>;
  /** Lets this process end while the server goes on running, for another process that uses it. */
  release(): void;
  /** Settles when the server has exited without `stop`. A restart keeps its address. */
  died: Promise<void>;
};

export type Options = {
  dir: string;
  settings?: Settings;
  /** Uses exactly this port; without it, the port stored in the folder, or a free one. */
  port?: number;
  /** Ends the creation of a new folder when it is aborted. */
  signal?: AbortSignal | undefined;
};

/** Runs the embedded Postgres in `dir`, or adopts the one that still runs there. Its database may have to be created. */
export async function startPostgres(options: Options): Promise<PostgresServer> {
  const { dir, settings = {}, signal } = options;
  const binaries = await findBinaries();
  const folder = folderOf(dir);
  await openDataFolder(folder.root);
  await boundLog(folder.log);
  if (!existsSync(folder.data)) {
    await initialize(binaries, folder, { sync: settings.fsync !== "off", signal });
  }

  await readPassword(folder);
  const server =
    (await findRunning(folder.data)) ?? (await launch(binaries, folder, settings, options.port));
  const released = new AbortController();
  const gone = server.child ? untilExit(server.child) : untilGone(server.pid, released.signal);

  const url = await databaseAddress(folder, server.port);

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
    release() {
      stopping = true;
      released.abort();
      server.child?.unref();
    },
    died: new Promise((resolve) => void gone.then(() => stopping || resolve())),
  };
}

async function untilExit(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** Polls, because the exit of a process that is not our child is not signalled. */
async function untilGone(pid: number, released: AbortSignal): Promise<void> {
  while (!released.aborted && inspectProcess(pid)) await delay(250);
}
