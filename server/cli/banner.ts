import { describeDatabase, parseDatabaseUrl } from "@/db/address";
import { isLoopback } from "@/lib/loopback";
import { isBehindProxy, type Settings } from "./settings";

type Facts = { settings: Settings; dir: string; address: string; setupToken: string | null };

/** Returns the text printed after the start. Contains no secret but the one-time token. */
export function banner({ settings, dir, address, setupToken }: Facts): string {
  const { env } = settings;
  const open = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : address;
  const lines = [
    ...(setupToken ? [["Set up", `${open}/setup#${setupToken}`]] : []),
    ["Database", describe(settings, dir)],
    ["Reach", reach(settings)],
    ["Try it", curl(settings, dir, address)],
  ];
  const body = lines.map(([label = "", fact]) => `  ${label.padEnd(10)}${fact}`).join("\n");
  return `\n  Postback is running at ${open}\n\n${body}\n\n  Ctrl-C stops it.\n`;
}

function describe({ env }: Settings, dir: string): string {
  const address = parseDatabaseUrl(env.DATABASE_URL ?? "");
  if (address) return describeDatabase(address);
  return `embedded Postgres in ${dir}`;
}

function reach({ env, trial }: Settings): string {
  if (!isLoopback(env.HOST))
    return `everyone who can reach ${env.HOST}:${env.PORT}; put a TLS proxy in front`;
  if (isBehindProxy(env)) return "everyone who can reach the proxy in front";
  const callbacks = trial ? "; callbacks may also reach 127.0.0.1 and ::1" : "";
  return `this machine only${callbacks}`;
}

function curl({ env, embedded }: Settings, dir: string, address: string): string {
  if (embedded) {
    return `curl -H "x-api-key: $(cat '${dir}/api-key')" ${address}/v1/webhooks`;
  }
  if (env.BOOTSTRAP_API_KEY) {
    return `curl -H "x-api-key: $BOOTSTRAP_API_KEY" ${address}/v1/webhooks`;
  }
  return `curl ${address}/v1/openapi.json`;
}
