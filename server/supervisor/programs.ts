import path from "node:path";
import { commitOfBuild } from "./build-commit";
import { keepRunning } from "./keep-running";
import { root } from "./root";

const telemetry = { NEXT_TELEMETRY_DISABLED: "1" };
export const production = () =>
  ({ NODE_ENV: "production", POSTBACK_COMMIT: commitOfBuild(), ...telemetry }) as const;
const development = () => ({ NODE_ENV: "development", ...telemetry }) as const;

export const bundles = {
  whole: path.join(root, "dist/whole.js"),
  web: path.join(root, "dist/web.js"),
  worker: path.join(root, "dist/worker.js"),
};

type Name = keyof typeof bundles;
export type Programs = {
  env(): NodeJS.ProcessEnv;
  args: Record<Name, string[]>;
  /** Arguments of the process that prepares the database. */
  prepare: string[];
};

// Size of the young generation, measured: 16 MB need as much CPU and 20 to 30 MB more memory. With 4 MB, 64 connections that publish
// as fast as they can get a seventh less done.
const flags = ["--enable-source-maps", "--max-semi-space-size=8"];
const bundled = (name: Name) => [...flags, bundles[name]];
const source = (file: string) => ["--import", "tsx", path.join(root, file)];

/** Commands of the processes: their bundles, or the sources. */
export const built: Programs = {
  env: production,
  args: { whole: bundled("whole"), web: bundled("web"), worker: bundled("worker") },
  prepare: ["--enable-source-maps", path.join(root, "dist/prepare.js")],
};
export const fromSource: Programs = {
  env: development,
  args: {
    whole: source("server/http/whole-main.ts"),
    web: source("server/http/web-main.ts"),
    worker: source("worker/main.ts"),
  },
  prepare: source("server/cli/prepare-main.ts"),
};

type Settings = { DATABASE_URL: string; PORT: string; MASTER_KEY: string };

/** Runs these processes with additional environment variables. */
export function startPrograms(programs: Programs, names: Name[], settings: Settings) {
  const children = names.map((name, n) => {
    const overrides = { ...programs.env(), ...settings, ...metricsPort(n) };
    const env = { ...process.env, ...overrides, POSTBACK_PROCESS: name };
    return keepRunning({ name, args: programs.args[name], env });
  });
  return {
    children,
    stop: () => Promise.all(children.map((child) => child.stop())),
  };
}

/** Each process serves its own metrics, on consecutive ports. */
function metricsPort(n: number) {
  const first = process.env.METRICS_PORT?.trim();
  return first ? { METRICS_PORT: String(Number(first) + n) } : {};
}
