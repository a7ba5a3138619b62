import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { choosePort } from "@/server/supervisor/ports";
import { installFromDebian } from "./install-from-debian";
import { until } from "./product";

const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin"];
const isRoot = process.getuid?.() === 0;

/** Starts PgBouncer in transaction mode before a server, with its defaults otherwise. */
export async function startPgBouncer(databaseUrl: string) {
  const program = find() ?? install();
  const { hostname, port, username, password } = new URL(databaseUrl);
  const dir = await mkdtemp(path.join(tmpdir(), "postback-pgbouncer-"));
  const listenPort = await choosePort();
  const config = path.join(dir, "pgbouncer.ini");
  const server = { host: hostname, port, user: username, password: decodeURIComponent(password) };
  await writeFile(
    config,
    `[databases]
* = ${Object.entries(server)
      .map(([name, value]) => `${name}=${value}`)
      .join(" ")}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
`,
  );
  // PgBouncer does not run as root. If root starts it, `-u nobody` makes it switch to that user, who must be able to read the file.
  await chmod(dir, 0o711);
  await chmod(config, 0o644);
  const runAs = isRoot ? ["-u", "nobody"] : [];
  const child = spawn(program, ["-q", ...runAs, config], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await until(() => isListening(child, listenPort));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${listenPort}`;
  return {
    url: url.href,
    async stop(): Promise<void> {
      if (child.exitCode === null) child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function find(): string | undefined {
  return folders.map((folder) => path.join(folder, "pgbouncer")).find(existsSync);
}

function install(): string {
  const found = installFromDebian("pgbouncer") ? find() : undefined;
  if (found) return found;
  throw new Error("There is no pgbouncer in the PATH. Install the package pgbouncer.");
}

async function isListening(child: ChildProcess, port: number): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}.`);
  const socket = connect(port, "127.0.0.1");
  const isOpen = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
