import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { TestProject } from "vitest/node";
import { choosePort } from "@/server/supervisor/ports";
import { copyTemplate } from "../global-setup";
import { startPgBouncer } from "../pgbouncer";

declare module "vitest" {
  interface ProvidedContext {
    /** The mount under test, and its database. */
    origin: string;
    databaseUrl: string;
  }
}

/**
 * The two servers of the route modules, and the first of them with its database behind PgBouncer. `vitest.config.ts` lists
 * the suites that run against each.
 */
const commands: Record<string, (port: number) => string[]> = {
  "api:server": () => ["dist/web.js"],
  "api:pgbouncer": () => ["dist/web.js"],
  "api:next": (port) => ["node_modules/next/dist/bin/next", "start", "-p", `${port}`],
};

/** Starts the mount with the name of the project, on its own database. */
export async function setup(project: TestProject) {
  const databaseUrl = await copyTemplate(project.name.replace(":", "_"));
  const port = await choosePort();
  const pooler = project.name === "api:pgbouncer" ? await startPgBouncer(databaseUrl) : null;
  const child = start(commands[project.name]!(port), port, {
    ...project.config.env,
    DATABASE_URL: databaseUrl,
    ...(pooler && { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: databaseUrl }),
  });
  const origin = `http://127.0.0.1:${port}`;
  project.provide("origin", origin);
  project.provide("databaseUrl", databaseUrl);
  await answering(`${origin}/v1/openapi.json`, child);

  return async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
    await pooler?.stop();
  };
}

function start(command: string[], port: number, variables: Record<string, string>): ChildProcess {
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    NEXT_TELEMETRY_DISABLED: "1",
    LOG_LEVEL: "warn",
    METRICS_TOKEN: "the-token-of-these-tests",
    HOST: "127.0.0.1",
    PORT: `${port}`,
    ...variables,
    ALLOW_PRIVATE_CIDRS: "",
    // Tests set their client address.
    TRUST_PROXY: "1",
  };
  return spawn(process.execPath, command, { env, stdio: ["ignore", "inherit", "inherit"] });
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  const deadline = AbortSignal.timeout(30_000);
  while (
    !(await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`The mount ended with ${child.exitCode}.`);
    deadline.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
