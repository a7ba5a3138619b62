import { setTimeout as delay } from "node:timers/promises";
import { log } from "@/lib/log";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start";

/** Runs an embedded Postgres that is restarted at the same address whenever it exits. */
export function keepPostgres(dir: string) {
  const first = startEmbeddedPostgres({ dir });
  let current: Promise<EmbeddedPostgres | null> = first;
  let stopping = false;
  const url = first.then((server) => watch(server).url);

  function watch(server: EmbeddedPostgres): EmbeddedPostgres {
    void server.died.then(() => {
      log.error({ pid: server.pid }, "embedded Postgres exited; restarting");
      current = startAgain(Number(new URL(server.url).port));
    });
    return server;
  }

  async function startAgain(port: number): Promise<EmbeddedPostgres | null> {
    while (!stopping) {
      try {
        return watch(await startEmbeddedPostgres({ dir, port }));
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
      stopping = true;
      const server = await current.catch(() => null);
      await server?.stop();
    },
  };
}
