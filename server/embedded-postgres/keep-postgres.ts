import { setTimeout as delay } from "node:timers/promises";
import { log } from "@/lib/log";
import { boundLog } from "./bound-log";
import { folderOf } from "./folder";
import { type PostgresServer, startPostgres } from "./start-postgres";

const boundLogMs = 10 * 60_000;

/** Runs an embedded Postgres that is restarted at the same address whenever it exits. Keeps its log from growing without end. */
export function keepPostgres(dir: string) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = startPostgres({ dir, signal });
  let current: Promise<PostgresServer | null> = first;
  let running: PostgresServer | null = null;
  const cutting = setInterval(() => {
    boundLog(folderOf(dir).log).catch((err) => log.warn({ err }, "cutting postgres.log failed"));
  }, boundLogMs).unref();
  const url = first.then((server) => watch(server).url);

  // A second signal ends this process at once. The server then shuts down by itself.
  process.once("exit", () => void running?.stop());

  function watch(server: PostgresServer): PostgresServer {
    running = server;
    void server.died.then(() => {
      running = null;
      log.error({ postgres: server.pid }, "embedded Postgres exited; restarting");
      current = startAgain(Number(new URL(server.url).port));
    });
    return server;
  }

  async function startAgain(port: number): Promise<PostgresServer | null> {
    while (!signal.aborted) {
      try {
        return watch(await startPostgres({ dir, port }));
      } catch (error) {
        log.error({ error: String(error) }, "embedded Postgres failed to start; retrying");
        await delay(1000);
      }
    }
    return null;
  }

  return {
    url,
    async stop(): Promise<void> {
      stopping.abort();
      clearInterval(cutting);
      const server = await current.catch(() => null);
      await server?.stop();
      running = null;
    },
  };
}
