import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { connectSql } from "@/db/client";
import { migrate } from "@/db/migrate";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/embedded-postgres/start";
import { leaveNoPostgres } from "@/tests/last-will";
import { family } from "@/tests/product";

/** A durable Postgres that a test may kill, stop and start again at the same address. */
export async function startPostgres(settings: Record<string, string> = {}, folder?: string) {
  const dir = folder ?? (await mkdtemp(path.join(tmpdir(), "postback-faults-")));
  // The server's own account must be able to pass through.
  await chmod(dir, 0o711);
  leaveNoPostgres(dir);
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ dir, settings });
  const { url } = server;
  await migrate(url);
  const sql = connectSql(url, 3);

  return {
    url,
    sql,
    /** All of it, as a machine that is suspended. */
    signal(signal: "SIGSTOP" | "SIGCONT"): void {
      for (const pid of family(server.pid)) process.kill(pid, signal);
    },
    /** As a power cut: nothing is written any more. */
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
export type KillablePostgres = Awaited<ReturnType<typeof startPostgres>>;
