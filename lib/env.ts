import { z } from "zod";
import { responseBodyLimit } from "./outbound/body";
import { masterKeysIn } from "./vault/master-keys";

const flag = z.stringbool().default(false);
const masterKeyForm =
  "give what `openssl rand -base64 32` prints, or several of these separated by commas";
/** Bytes, where `true` is as much as is ever kept and `false` is nothing. */
const bodySize = z.union(
  [
    z.stringbool().transform((keep) => (keep ? responseBodyLimit : 0)),
    z.coerce.number().int().min(0).max(responseBodyLimit),
  ],
  { error: `give true, false or a number of bytes up to ${responseBodyLimit}` },
);
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);

/** Every setting of the product, with its default. `.env.example` explains each to whoever runs it. */
const Environment = z.object({
  DATABASE_URL: z.string().optional(),
  /** Where the embedded Postgres keeps its data when there is no DATABASE_URL. */
  POSTBACK_DIR: z.string().default(".postback"),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** The address people reach it by, when a proxy stands before it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** What encrypts secrets at rest; several while one replaces another: the first encrypts, all decrypt. */
  MASTER_KEY: z
    .string()
    .refine((list) => masterKeysIn(list) !== null, masterKeyForm)
    .optional(),
  /** Proxies before us whose `X-Forwarded-For` is true; with none the header is not looked at. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  DATABASE_POOL_SIZE: count(10),
  /** Requests one process has under way at once. */
  WORKER_CONCURRENCY: count(128),
  /** Worker processes that `npm start` runs beside the one that answers, which is a worker itself. */
  WORKERS: z.coerce.number().int().min(0).max(64).default(0),
  WEBHOOKS_PER_ACCOUNT: count(100),
  /** How long events, deliveries and attempts are kept; what is not delivered yet outlives it. */
  RETENTION_DAYS: count(30),
  /** Deliveries that may be due and not sent before publishing is refused. */
  BACKLOG_LIMIT: count(1_000_000),
  /** Comma-separated; addresses that callbacks may reach although they are private. */
  ALLOW_PRIVATE_CIDRS: z.string().default(""),
  CALLBACK_HTTPS_ONLY: flag,
  /** Comma-separated ports and ranges that callbacks may go to. */
  CALLBACK_PORTS: z.string().optional(),
  /** The HTTP(S) proxy that all callbacks go through; it may carry `user:password@`. */
  EGRESS_PROXY_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** How much is kept of what a receiver answers. */
  STORE_RESPONSE_BODY: bodySize.default(responseBodyLimit),
  /** Of one key in one process, publishing aside. */
  REQUESTS_PER_MINUTE: count(600),
  WRONG_KEYS_PER_MINUTE: count(60),
  /** Sign-ins that may fail from one address in 15 minutes. */
  FAILED_SIGN_INS: count(5),
  BOOTSTRAP_API_KEY: z.string().optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(12, "use at least 12 characters").optional(),
  /** Where `/metrics` is served by itself, without a token unless there is one. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  /** What opens `/metrics` beside the API. */
  METRICS_TOKEN: z.string().min(16, "use at least 16 characters").optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
});
export type Environment = z.infer<typeof Environment>;

/** @throws Error with one sentence for a person; values are never repeated in it. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const result = Environment.safeParse(withoutBlanks(source));
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`The environment is not right. ${faults.join("; ")}.`);
}

let parsed: Environment | undefined;

/** The process's environment, parsed once. */
export function env(): Environment {
  parsed ??= readEnvironment(process.env);
  return parsed;
}

/** Those that tell nothing secret. */
const open = new Set<string>([
  "HOST",
  "PORT",
  "PUBLIC_URL",
  "TRUST_PROXY",
  "DATABASE_POOL_SIZE",
  "WORKER_CONCURRENCY",
  "WORKERS",
  "WEBHOOKS_PER_ACCOUNT",
  "RETENTION_DAYS",
  "BACKLOG_LIMIT",
  "CALLBACK_HTTPS_ONLY",
  "CALLBACK_PORTS",
  "STORE_RESPONSE_BODY",
  "REQUESTS_PER_MINUTE",
  "WRONG_KEYS_PER_MINUTE",
  "FAILED_SIGN_INS",
  "METRICS_PORT",
  "LOG_LEVEL",
]);

/** Every variable by name, whether it is set, and what is in force where that may be told. */
export function settingsInForce() {
  const set = withoutBlanks(process.env);
  const inForce = new Map(Object.entries(env()));
  return Object.keys(Environment.shape).map((name) => {
    const value = set[name] ?? inForce.get(name);
    const told = open.has(name) && value !== undefined;
    return { name, isSet: name in set, ...(told && { value: String(value) }) };
  });
}

/** A variable set to nothing counts as not set: compose files and shells leave such behind. */
function withoutBlanks(source: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
}
