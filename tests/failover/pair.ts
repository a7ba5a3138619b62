import { execFileSync } from "node:child_process";
import { chmod, chown, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { connectSql } from "@/db/client";
import { migrate } from "@/db/migrate";
import { startEmbeddedPostgres } from "@/server/embedded-postgres/database";
import { choosePort } from "@/server/supervisor/ports";
import { stopPostgresOnExit } from "@/tests/cleanup-on-exit";
import { signalFamily, until } from "@/tests/product";
import { startProxy } from "@/tests/proxy";

/**
 * A primary with a streaming standby, both with durable settings. The standby begins as a cold copy of the primary, so
 * that no program besides the server is needed.
 */
export async function startPair({ synchronous }: { synchronous: boolean }) {
  const root = await mkdtemp(path.join(tmpdir(), "postback-failover-"));
  // The servers' own account must be able to traverse the folder.
  await chmod(root, 0o711);
  const [first, second] = [path.join(root, "first"), path.join(root, "second")];
  for (const dir of [first, second]) stopPostgresOnExit(dir);
  const initial = await startEmbeddedPostgres({ dir: first });
  await migrate(initial.url);
  await initial.stop();
  execFileSync("cp", ["-a", first, second]);
  await makeStandby(path.join(second, "postgres"));

  const ports = { first: Number(new URL(initial.url).port), second: await choosePort() };
  const start = (dir: string, port: number, settings: Record<string, string>) =>
    startEmbeddedPostgres({ dir, port, settings });
  let primary = await start(first, ports.first, {
    synchronous_standby_names: synchronous ? "standby" : "",
  });
  const { password } = new URL(primary.url);
  const line = await startProxy({ host: "127.0.0.1", port: ports.first });
  const standby = await start(second, ports.second, {
    primary_conninfo: `host=127.0.0.1 port=${line.port} user=postback password=${password} application_name=standby`,
  });
  const wanted = synchronous ? "sync" : "async";
  const before = connectSql(primary.url, 1);
  await until(async () => {
    const [row] =
      await before`select sync_state from pg_stat_replication where state = 'streaming'`;
    return row?.syncState === wanted;
  });
  await before.end();

  return {
    /** Both hosts in one URL, the first primary first. */
    url: primary.url.replace(
      /127\.0\.0\.1:\d+/,
      `127.0.0.1:${ports.first},127.0.0.1:${ports.second}`,
    ),
    firstUrl: primary.url,
    secondUrl: standby.url,
    /** Kills every process of the primary, like a power cut. */
    killPrimary(): void {
      signalFamily(primary.pid, "SIGKILL");
      line.cut();
    },
    /** Keeps the standby from receiving: from here on it is behind. */
    suspendReplication: () => line.silence(),
    async killStandby(): Promise<void> {
      signalFamily(standby.pid, "SIGKILL");
      await standby.died;
    },
    async promote(): Promise<void> {
      const sql = connectSql(standby.url, 1);
      await sql`select pg_promote()`.finally(() => sql.end());
    },
    /** Starts the former primary, which refuses writes. */
    async restartReadOnly(): Promise<void> {
      await primary.died;
      primary = await start(first, ports.first, { default_transaction_read_only: "on" });
    },
    async close(): Promise<void> {
      // A primary that shuts down waits for a standby that it can still reach.
      line.cut();
      await Promise.all([primary.stop(), standby.stop()]);
      await line.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Marks a data folder as that of a standby, for the account to which it belongs. */
async function makeStandby(data: string): Promise<void> {
  const signal = path.join(data, "standby.signal");
  await writeFile(signal, "");
  const { uid, gid } = await stat(data);
  await chown(signal, uid, gid);
}
