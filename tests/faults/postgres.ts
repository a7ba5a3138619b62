import { chmod, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { connectSql } from "@/db/client";
import { migrate } from "@/db/migrate";
import { startEmbeddedPostgres } from "@/server/embedded-postgres/database";
import type { PostgresServer } from "@/server/embedded-postgres/start-postgres";
import { stopPostgresOnExit } from "@/tests/cleanup-on-exit";
import { dataRoot } from "@/tests/data-root";
import { signalFamily } from "@/tests/product";

/** A durable Postgres that a test can kill, stop and restart at the same address. */
export async function startPostgres(settings: Record<string, string> = {}, folder?: string) {
  const dir = folder ?? (await mkdtemp(path.join(dataRoot(), "postback-faults-")));
  // The server's own account must be able to traverse the folder.
  await chmod(dir, 0o711);
  stopPostgresOnExit(dir);
  let server: PostgresServer = await startEmbeddedPostgres({ dir, settings });
  const { url } = server;
  await migrate(url);
  const sql = connectSql(url, 3);

  return {
    url,
    sql,
    /** Suspends all its processes, like a suspended machine. */
    signal(signal: "SIGSTOP" | "SIGCONT"): void {
      signalFamily(server.pid, signal);
    },
    /** Kills all its processes, like a power cut: nothing more is written. */
    async kill(): Promise<void> {
      process.kill(server.pid, "SIGKILL");
      await server.died;
    },
    async restart(): Promise<void> {
      server = await startEmbeddedPostgres({ dir, settings, port: Number(new URL(url).port) });
    },
    async close(): Promise<void> {
      await sql.end({ timeout: 1 });
      await server.stop();
      if (!folder) await rm(dir, { recursive: true, force: true });
    },
  };
}
