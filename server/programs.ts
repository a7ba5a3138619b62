import path from "node:path";
import { keepRunning } from "./keep-running";
import { root } from "./root";

const telemetry = { NEXT_TELEMETRY_DISABLED: "1" };
export const production = { NODE_ENV: "production", ...telemetry } as const;
export const development = { NODE_ENV: "development", ...telemetry } as const;

export const bundles = {
  web: path.join(root, "dist/web.js"),
  worker: path.join(root, "dist/worker.js"),
};

/** How web and worker are started: from their bundles, or from the sources. */
export const built = {
  env: production,
  web: ["--enable-source-maps", bundles.web],
  worker: ["--enable-source-maps", bundles.worker],
};
export const fromSource = {
  env: development,
  web: ["--import", "tsx", path.join(root, "server/web.ts")],
  worker: ["--import", "tsx", path.join(root, "worker/main.ts")],
};

/** Both, with what they need to know beside our own environment. */
export function startPrograms(
  programs: typeof built | typeof fromSource,
  settings: { DATABASE_URL: string; PORT: string },
) {
  const keep = (name: "web" | "worker") => {
    const env = { ...process.env, ...programs.env, ...settings, POSTBACK_PROCESS: name };
    return keepRunning({ name, args: programs[name], env });
  };
  const web = keep("web");
  const worker = keep("worker");
  return { web, worker, stop: () => Promise.all([web.stop(), worker.stop()]) };
}
