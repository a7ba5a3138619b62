import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { choosePort } from "@/server/supervisor/ports";
import { bundleProgram, type Edit } from "@/tests/bundle-program";
import { postback } from "@/tests/postback";
import { until } from "@/tests/product";
import type { FailPoint } from "@/worker/fail-point";

export const key = "faults-key";

type Variables = Record<string, string>;
type WorkerOptions = { failPoint?: FailPoint; bundle?: string; variables?: Variables };

let plain: Promise<string> | undefined;
let bundles = 0;

/** Edits of the worker's sources. */
export function mutate(edits: Edit[], entry = "worker/main.ts"): Promise<string> {
  return bundleProgram(entry, `mutant-${++bundles}`, edits);
}

/** Starts and stops the product's programs, each in its own process, on one database. */
export function programs(databaseUrl: string) {
  const children: ChildProcess[] = [];

  function start(args: string[], variables: Variables) {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ALLOW_PRIVATE_CIDRS: "127.0.0.0/8", LOG_LEVEL: "fatal", ...variables },
      // The closed channel informs the child that its parent has exited.
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    children.push(child);
    return handle(child);
  }

  return {
    /** Runs the sources, which contain fail-points; bundled for a fast start. */
    async worker({ failPoint, bundle, variables }: WorkerOptions = {}) {
      plain ??= bundleProgram("worker/main.ts", "worker");
      return start([bundle ?? (await plain)], {
        NODE_ENV: "test",
        DATABASE_URL: databaseUrl,
        ...(failPoint && { POSTBACK_FAILPOINT: failPoint }),
        ...variables,
      });
    },

    /** Runs the build; resolves once it responds. It can be killed and restarted at the same address. */
    async web({ bundle, variables }: Omit<WorkerOptions, "failPoint"> = {}) {
      const port = variables?.PORT ?? String(await choosePort());
      const args = bundle ? [bundle] : [...postback.slice(1), "web"];
      const program = start(args, {
        NODE_ENV: "production",
        DATABASE_URL: databaseUrl,
        BOOTSTRAP_API_KEY: key,
        ...variables,
        PORT: port,
      });
      const address = `http://127.0.0.1:${port}`;
      await until(async () => (await fetch(`${address}/healthz`).catch(() => null))?.ok);
      return { end: program.end, signal: program.signal, address, port };
    },

    async close(): Promise<void> {
      await Promise.all(
        children.map((child) => {
          const { end } = handle(child);
          child.kill("SIGCONT");
          return end("SIGKILL");
        }),
      );
    },
  };
}

function handle(child: ChildProcess) {
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const exit = async () => {
    if (!ended()) await once(child, "exit");
    return child.signalCode ?? child.exitCode;
  };
  return {
    /** Settles with the exit code, or the signal. */
    exit,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    end(signal: NodeJS.Signals) {
      if (!ended()) child.kill(signal);
      return exit();
    },
  };
}
