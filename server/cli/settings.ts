import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { type Environment, readEnvironment } from "@/lib/env";
import { targetPolicy } from "@/lib/outbound/policy";
import { CannotStart } from "@/server/supervisor/cannot-start";

const loopback = "127.0.0.0/8,::1/128";

/** Environment with `.env`, and the settings derived from it for child processes. */
export function readSettings() {
  loadDotEnv();
  refuseBlindTrust();
  const env = readOrRefuse();
  const embedded = env.DATABASE_URL === undefined;
  for (const name of ["DATABASE_DIRECT_URL", "DATABASE_READ_URL"] as const) {
    if (embedded && env[name]) throw new CannotStart(`${name} needs DATABASE_URL. Set both.`);
  }
  // A default installation delivers to receivers on the same machine. An empty value allows none: read it unparsed.
  const trial = embedded && isLoopback(env.HOST) && process.env.ALLOW_PRIVATE_CIDRS === undefined;
  if (trial) process.env.ALLOW_PRIVATE_CIDRS = loopback;
  return { env: trial ? { ...env, ALLOW_PRIVATE_CIDRS: loopback } : env, embedded, trial };
}
export type Settings = ReturnType<typeof readSettings>;

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

function loadDotEnv(): void {
  if (!existsSync(".env")) return;
  if (!process.loadEnvFile) {
    throw new CannotStart(
      `Node ${process.version} cannot read .env. Use Node 20.12 or newer, or set its variables in the shell and remove it.`,
    );
  }
  process.loadEnvFile(".env");
}

function refuseBlindTrust(): void {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED !== "0") return;
  throw new CannotStart(
    "NODE_TLS_REJECT_UNAUTHORIZED=0 would deliver to receivers without checking their certificates. Unset it.",
  );
}

function readOrRefuse(): Environment {
  try {
    const env = readEnvironment(process.env);
    // Validated now, and not with the first callback.
    targetPolicy(env);
    return env;
  } catch (error) {
    throw new CannotStart((error as Error).message);
  }
}
