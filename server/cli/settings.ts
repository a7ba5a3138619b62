import { readFileSync } from "node:fs";
import { chooseSetting, type Environment, readEnvironment, secretSettings } from "@/lib/env";
import { levelOf, log } from "@/lib/log";
import { isLoopback } from "@/lib/loopback";
import { targetPolicy } from "@/lib/outbound/policy";
import { hostOf } from "@/lib/outbound/target";
import { assertSpokenProtocols } from "@/lib/telemetry/otlp";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { readDotEnv } from "./dot-env";

const loopback = "127.0.0.0/8,::1/128";

/** Environment with `.env`, and the settings derived from it for child processes. */
export function readSettings() {
  loadDotEnv();
  readSecretFiles();
  refuseBlindTrust();
  const env = readOrRefuse();
  const embedded = env.DATABASE_URL === undefined;
  for (const name of ["DATABASE_DIRECT_URL", "DATABASE_READ_URL"] as const) {
    if (embedded && env[name]) throw new CannotStart(`${name} needs DATABASE_URL. Set both.`);
  }
  // A default installation delivers to receivers on the same machine, unless customers elsewhere could reach what listens there.
  const isLocal = embedded && isLoopback(env.HOST) && !isBehindProxy(env);
  // An empty value allows none: read it unparsed.
  const trial = isLocal && process.env.ALLOW_PRIVATE_CIDRS === undefined;
  if (trial) chooseSetting("ALLOW_PRIVATE_CIDRS", loopback);
  return { env: trial ? { ...env, ALLOW_PRIVATE_CIDRS: loopback } : env, embedded, trial };
}
export type Settings = ReturnType<typeof readSettings>;

/** Returns whether other machines reach the product by a proxy, though it listens on this machine only. */
export function isBehindProxy({ PUBLIC_URL, TRUST_PROXY }: Environment): boolean {
  if (TRUST_PROXY > 0) return true;
  return PUBLIC_URL !== undefined && !isLoopback(hostOf(new URL(PUBLIC_URL).hostname));
}

/** Sets the variables of `.env`, but none that the environment has. */
function loadDotEnv(): void {
  for (const [name, value] of Object.entries(readDotEnv())) process.env[name] ??= value;
  // The log was set up before its settings in .env were known.
  log.level = levelOf(process.env);
}

/**
 * Replaces `<name>_FILE` by the content of the file.
 * @throws CannotStart if the file cannot be read, or the setting has a value of its own
 */
function readSecretFiles(): void {
  for (const name of secretSettings) {
    const file = process.env[`${name}_FILE`];
    if (!file) continue;
    if (process.env[name]) throw new CannotStart(`Set either ${name} or ${name}_FILE, not both.`);
    process.env[name] = contentOf(file, name);
    // Child processes receive the setting itself.
    delete process.env[`${name}_FILE`];
  }
}

function contentOf(file: string, name: string): string {
  try {
    const content = readFileSync(file, "utf8").trim();
    if (content !== "") return content;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(
      `${name}_FILE names the file ${file}, which cannot be read (${code}). Check path and permissions.`,
    );
  }
  throw new CannotStart(
    `${name}_FILE names the file ${file}, which is empty. Write the value into it.`,
  );
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
    // Validated now, and not with the first callback or span.
    targetPolicy(env);
    assertSpokenProtocols(process.env);
    return env;
  } catch (error) {
    throw new CannotStart((error as Error).message);
  }
}
