import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cleanupOnExit } from "@/tests/cleanup-on-exit";
import { until } from "@/tests/product";
import { goProgram, hasProgram, run } from "../tools";

/** Relays connections from one address to another. An address is a port or the path of a socket. */
const relay = `const [from, to] = process.argv.slice(1), net = require("node:net");
net.createServer((one) => {
  const other = net.connect(to);
  for (const socket of [one, other]) socket.on("error", () => { one.destroy(); other.destroy(); });
  one.pipe(other).pipe(one);
}).listen(from);`;

/** Packages that a Docker engine needs: program and Debian package. */
const programs = { dockerd: "docker.io", buildah: "buildah", mmdebstrap: "mmdebstrap" };

/**
 * Starts a Docker engine of its own: in a network namespace without a way out, with its data in a temporary folder. Images are
 * loaded into it, never pulled. Needs root.
 */
export async function startEngine() {
  const missing = Object.entries(programs).filter(([name, debian]) => !hasProgram(name, debian));
  if (missing.length > 0) throw new Error(`Install ${missing.map(([name]) => name).join(", ")}.`);
  const compose = goProgram("github.com/docker/compose/v2/cmd@v2.39.4", "cmd");
  const folder = mkdtempSync(path.join(tmpdir(), "postback-engine-"));
  const network = path.basename(folder);
  run("ip", ["netns", "add", network]);
  run("ip", ["-n", network, "link", "set", "lo", "up"]);
  const inNetwork = ["nsenter", `--net=/run/netns/${network}`];
  const children: ChildProcess[] = [];
  const start = (...[command = "", ...args]: string[]) => {
    const child = spawn(command, args, { stdio: "ignore" });
    children.push(child);
    return child;
  };

  const host = `unix://${path.join(folder, "docker.sock")}`;
  const places = ["data-root", "exec-root", "pidfile"].map((name) => [
    `--${name}`,
    `${folder}/${name}`,
  ]);
  const daemon = start(...inNetwork, "dockerd", "--host", host, ...places.flat());
  // The engine stops its containers when it ends.
  cleanupOnExit(
    'kill "$1"; while kill -0 "$1"; do sleep 0.1; done; ip netns del "$2"; rm -rf "$3"',
    ...[String(daemon.pid), network, folder],
  );
  const env = { ...process.env, DOCKER_HOST: host, DOCKER_BUILDKIT: "0", COMPOSE_ANSI: "never" };
  const docker = (...args: string[]) =>
    execFileSync("docker", args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  await until(() => {
    if (daemon.exitCode !== null) throw new Error(`dockerd ended with ${daemon.exitCode}`);
    return spawnSync("docker", ["version"], { env }).status === 0;
  });

  return {
    /** Removed by `close`. */
    folder,
    docker,
    /** Runs Docker Compose and returns its standard output. */
    compose: (args: string[], variables: Record<string, string>) =>
      execFileSync(compose, args, {
        env: { ...env, ...variables },
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      }),
    /** Makes a port of the engine's network reachable at a port of this one. */
    publish(port: number, here: number) {
      const socket = path.join(folder, `${port}.sock`);
      start(...inNetwork, process.execPath, "-e", relay, socket, String(port));
      start(process.execPath, "-e", relay, String(here), socket);
    },
    /** Makes a port of this network reachable at a port of the engine's. */
    admit(here: number, port: number) {
      const socket = path.join(folder, `${here}.sock`);
      start(process.execPath, "-e", relay, socket, String(here));
      start(...inNetwork, process.execPath, "-e", relay, String(port), socket);
    },
    async close(): Promise<void> {
      for (const child of children.reverse()) {
        if (child.exitCode !== null) continue;
        const ended = once(child, "exit");
        child.kill();
        await ended;
      }
      run("ip", ["netns", "del", network]);
      rmSync(folder, { recursive: true });
    },
  };
}
export type Engine = Awaited<ReturnType<typeof startEngine>>;
