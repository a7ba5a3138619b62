import { connect } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { collectGarbage } from "@/lib/collect-garbage";
import { chosenBesides } from "@/lib/env";
import { onShutdown } from "@/lib/lifecycle";
import { keepPostgres } from "@/server/embedded-postgres/keep-postgres";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { occupy } from "@/server/supervisor/data-folder";
import { graceMs } from "@/server/supervisor/keep-running";
import { addressOf, assertFree, assertMetricsApart, decidePort } from "@/server/supervisor/ports";
import { type Programs, startPrograms } from "@/server/supervisor/programs";
import { banner } from "./banner";
import { requireMasterKey } from "./master-key";
import { prepareApart } from "./prepare-apart";
import { warnAboutSettings } from "./setting-warnings";
import { readSettings, type Settings } from "./settings";

type Mode = {
  programs: Programs;
  /** The first is the one that serves the API. */
  names(env: Settings["env"]): Parameters<typeof startPrograms>[1];
  build(): Promise<void>;
};
/** Time after which a stop is announced. */
const slowStopMs = 1000;
const slowStop = `Stopping after the requests in flight, which takes up to ${graceMs / 1000} s. Press Ctrl-C again to stop at once.`;

type Closer = () => Promise<unknown>;

/** Runs the whole product: database, web, worker. Stops in reverse order of starting. */
export async function run(mode: Mode) {
  const closers: Closer[] = [];
  const close = async () => {
    for (let last = closers.pop(); last; last = closers.pop()) await last();
  };
  // A shutdown fails what is being started. That failure waits until all is closed, too.
  let closing: Promise<void> | undefined;
  const closeAll = () => {
    closing ??= close();
    return closing;
  };
  onShutdown(() => {
    setTimeout(() => console.log(slowStop), slowStopMs).unref();
    return closeAll();
  });
  try {
    const settings = readSettings();
    warnAboutSettings(settings.env);
    return await start(settings, mode, closers);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function start(settings: Settings, { programs, names, build }: Mode, closers: Closer[]) {
  const { env, embedded } = settings;
  const dir = path.resolve(env.POSTBACK_DIR);
  const port = await decidePort(env.PORT);
  assertMetricsApart(port, env.METRICS_PORT, env.WORKERS);
  const address = addressOf(env.HOST, port);
  const { inherited, release } = await occupy(dir, address);
  closers.push(release);
  const MASTER_KEY = await requireMasterKey(settings);
  await assertFree(env.HOST, port, inherited ? 10_000 : 0);
  await build();

  const DATABASE_URL = env.DATABASE_URL ?? (await openEmbedded(dir, closers));
  const variables = { DATABASE_URL, PORT: String(port), MASTER_KEY };
  const chosen = Object.keys(variables).filter((name) => !process.env[name]);
  const preparing = prepareApart({
    args: programs.prepare,
    env: { ...process.env, ...programs.env(), ...variables },
    ...(embedded && { apiKeyFile: path.join(dir, "api-key") }),
  });
  closers.push(preparing.stop);
  const { url, setupToken } = await preparing.outcome;

  const running = startPrograms(programs, names(env), { ...variables, ...chosenBesides(chosen) });
  closers.push(running.stop);
  await Promise.race([untilHealthy(address), running.children[0]?.firstEnd.then(giveUp)]);
  if (env.BACKUP_DIR !== undefined) {
    const { startBackups } = await import("./backup");
    closers.push(startBackups(env, url));
  }
  console.log(banner({ settings, dir, address, setupToken }));
  await collectGarbage();
  return running.children;
}

async function openEmbedded(dir: string, closers: Closer[]): Promise<string> {
  const postgres = keepPostgres(dir);
  closers.push(() => postgres.stop());
  return postgres.url;
}

async function untilHealthy(address: string): Promise<void> {
  while (!(await isHealthy(address))) await delay(30);
}

/** Without a client of HTTP: that of Node would keep 5 MB in the memory of this process. */
function isHealthy(address: string): Promise<boolean> {
  const { host, hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ""));
    socket.write(`GET /healthz HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    socket.once("data", (answer) => {
      resolve(answer.toString("latin1").startsWith("HTTP/1.1 200 "));
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
  });
}

function giveUp(): never {
  throw new CannotStart("The web process exited during startup. Its output is above.");
}
