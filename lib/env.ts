import * as z from "zod";
import { intervalForm, intervalMs } from "./backup/interval";
import { areBrokerUrls, isCertificate, seedIn } from "./nats/credentials";
import { responseBodyLimit } from "./outbound/body";
import { hasReadableLogin } from "./outbound/proxy-login";
import { masterKeysIn } from "./vault/master-keys";

const flag = z.stringbool({ error: "give true or false" }).default(false);
const masterKeyForm =
  "give what `openssl rand -base64 32` prints, or several of these separated by commas";
const brokerUrlForm =
  "give nats:// or tls:// URLs, with special characters of a password percent-encoded";
const bodySizeForm = `give true, false or a number of bytes up to ${responseBodyLimit}`;
/** Bytes. `true` is the most that is ever stored, `false` nothing. */
const bodySize = z.union(
  [
    z.stringbool().transform((keep) => (keep ? responseBodyLimit : 0)),
    whole(0, responseBodyLimit, bodySizeForm),
  ],
  { error: bodySizeForm },
);
const count = (fallback: number) =>
  whole(1, Number.MAX_SAFE_INTEGER, "give a whole number above 0").default(fallback);
const port = (least: 0 | 1) => whole(least, 65_535);
const choice = <const Names extends [string, ...string[]]>(...names: Names) =>
  z.enum(names, { error: `choose from ${names.join(", ")}` });

/** `form` is the message for any other value. */
function whole(least: number, most: number, form = `give a whole number from ${least} to ${most}`) {
  return z.coerce.number({ error: form }).int(form).min(least, form).max(most, form);
}

/** Every setting of the product, with its default. `.env.example` explains each to operators. */
const Environment = z.object({
  DATABASE_URL: z.string().optional(),
  /** The same database without the pooler of DATABASE_URL. */
  DATABASE_DIRECT_URL: z.string().optional(),
  /** A streaming replica. */
  DATABASE_READ_URL: z.string().optional(),
  /** Data directory of the embedded Postgres, used without DATABASE_URL. */
  POSTBACK_DIR: z.string().default(".postback"),
  HOST: z.string().default("127.0.0.1"),
  PORT: port(0).default(3000),
  /** URL of the dashboard, when a proxy serves it. Pages and API are served at the root of a host only. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "give a URL such as https://postback.example.com" })
    .optional(),
  /** Encrypts secrets at rest. A list while keys are replaced: the first encrypts, all decrypt. */
  MASTER_KEY: z
    .string()
    .refine((list) => masterKeysIn(list) !== null, masterKeyForm)
    .optional(),
  /** Number of trusted proxies that append to `X-Forwarded-For`. With 0 the header is ignored. */
  TRUST_PROXY: whole(0, 10).default(0),
  DATABASE_POOL_SIZE: count(10),
  /** Requests to receivers in flight in one process. */
  WORKER_CONCURRENCY: whole(1, 100_000).default(128),
  /** Worker processes that `postback start` runs besides the web process, which is a worker as well. */
  WORKERS: whole(0, 64).default(0),
  /** Which worker sends a delivery: any, or the owner of the webhook's shard. */
  DISPATCH: choice("local", "sharded", "nats").default("local"),
  /** Servers of NATS with JetStream, comma-separated; may contain `user:password@` or `token@`. */
  NATS_URL: z.string().refine(areBrokerUrls, brokerUrlForm).optional(),
  /** Contents of a `.creds` file, or the seed of an nkey. */
  NATS_CREDENTIALS: z
    .string()
    .refine((text) => seedIn(text) !== null, "give the contents of a .creds file or an nkey seed")
    .optional(),
  /** Certificates of the authority that signed those of the servers, in PEM form. */
  NATS_CA: z.string().refine(isCertificate, "give a certificate in PEM form").optional(),
  /** Copies of a message in the cluster. */
  NATS_REPLICAS: whole(1, 5).default(1),
  WEBHOOKS_PER_ACCOUNT: count(100),
  /** Retention of events, deliveries and attempts. Unfinished deliveries are kept longer. Earlier days are outside the calendar. */
  RETENTION_DAYS: whole(1, 700_000).default(30),
  /** Folder of the backups that `postback start` writes. Without it there are none. */
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: z
    .string()
    .refine((text) => intervalMs(text) !== null, intervalForm)
    .default("24h"),
  BACKUP_KEEP: count(14),
  /** Backlog above which publishing is refused: of all accounts, and of one without a limit of its own. */
  BACKLOG_LIMIT: count(1_000_000),
  BACKLOG_PER_ACCOUNT: count(500_000),
  /** Private addresses that callbacks may reach; comma-separated. */
  ALLOW_PRIVATE_CIDRS: z.string().default(""),
  CALLBACK_HTTPS_ONLY: flag,
  /** Ports and ranges that callbacks may use; comma-separated. */
  CALLBACK_PORTS: z.string().optional(),
  /** HTTP(S) proxy of all callbacks; may contain `user:password@`. */
  EGRESS_PROXY_URL: z
    .url({ protocol: /^https?$/, error: "give a URL such as http://proxy.example.com:4750" })
    .refine(hasReadableLogin, "write % in its user name and password as %25")
    .optional(),
  /** Bytes of a response body that are stored. */
  STORE_RESPONSE_BODY: bodySize.default(responseBodyLimit),
  /** Limit of one key in one process; of requests to publish, only refused ones count, apart from the others. */
  REQUESTS_PER_MINUTE: count(600),
  WRONG_KEYS_PER_MINUTE: count(60),
  /** Limit of one address at one process. A tenth of them may be pages rendered without a session. */
  PAGES_PER_MINUTE: count(1200),
  /** Publishing limits of accounts without limits of their own. */
  PUBLISH_EVENTS_PER_SECOND: count(500),
  PUBLISH_BURST: count(2000),
  PUBLISH_EVENTS_PER_DAY: count(50_000_000),
  /** Failed sign-ins allowed from one address in 15 minutes. */
  FAILED_SIGN_INS: count(5),
  BOOTSTRAP_API_KEY: z.string().optional(),
  ADMIN_EMAIL: z.email({ error: "give an e-mail address" }).optional(),
  ADMIN_PASSWORD: z.string().min(12, "use at least 12 characters").optional(),
  /** Port that serves `/metrics` alone, without a token unless one is set. */
  METRICS_PORT: port(1).optional(),
  /** Token of `/metrics` on the port of the API. */
  METRICS_TOKEN: z.string().min(16, "use at least 16 characters").optional(),
  LOG_LEVEL: choice("trace", "debug", "info", "warn", "error", "fatal", "silent").default("info"),
  /** `json` for log collectors, `text` for people. */
  LOG_FORMAT: choice("json", "text").default("json"),
  /** API requests that have a line in the log: refused ones, all, or none but those that failed by a defect. */
  LOG_REQUESTS: choice("errors", "all", "off").default("errors"),
});
export type Environment = z.infer<typeof Environment>;
export const settingNames = Object.keys(Environment.shape);

/** Settings with secrets. Each can also be read from the file that `<name>_FILE` names, such as a mounted secret. */
export const secretSettings = [
  ...["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL", "MASTER_KEY"],
  ...["EGRESS_PROXY_URL", "METRICS_TOKEN", "BOOTSTRAP_API_KEY", "ADMIN_PASSWORD"],
  ...["NATS_URL", "NATS_CREDENTIALS", "NATS_CA"],
];

/**
 * Parses settings.
 * @throws Error in one sentence; it never repeats values
 */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const result = Environment.safeParse(withoutBlanks(source));
  if (result.success) return complete(result.data);
  const faults = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`Invalid environment. ${faults.join("; ")}.`);
}

function complete(settings: Environment): Environment {
  if (settings.DISPATCH !== "nats" || settings.NATS_URL) return settings;
  throw new Error("Invalid environment. NATS_URL: set it, because DISPATCH is nats.");
}

let parsed: Environment | undefined;

/** Returns the process's environment, parsed once. */
export function env(): Environment {
  parsed ??= recorded(readEnvironment(process.env));
  return parsed;
}

/** The bundle of Next has a copy of this module. A registered symbol is the same in all copies. */
const recorder = Symbol.for("postback.setting-recorder");
const shared: typeof globalThis & { [recorder]?: (name: string) => void } = globalThis;

/** Calls `record` with the name of every setting that this process reads. Call it before the first read. */
export function recordSettings(record: (name: string) => void): void {
  shared[recorder] = record;
}

function recorded(settings: Environment): Environment {
  const record = shared[recorder];
  if (!record) return settings;
  return new Proxy(settings, {
    get(target, name) {
      record(String(name));
      return Reflect.get(target, name);
    },
  });
}

/** Settings without secrets: people may read their values. */
const shownSettings = new Set<string>([
  "HOST",
  "PORT",
  "PUBLIC_URL",
  "TRUST_PROXY",
  "DATABASE_POOL_SIZE",
  "WORKER_CONCURRENCY",
  "WORKERS",
  "DISPATCH",
  "NATS_REPLICAS",
  "WEBHOOKS_PER_ACCOUNT",
  "RETENTION_DAYS",
  "BACKUP_DIR",
  "BACKUP_EVERY",
  "BACKUP_KEEP",
  "BACKLOG_LIMIT",
  "BACKLOG_PER_ACCOUNT",
  "CALLBACK_HTTPS_ONLY",
  "CALLBACK_PORTS",
  "STORE_RESPONSE_BODY",
  "REQUESTS_PER_MINUTE",
  "WRONG_KEYS_PER_MINUTE",
  "PAGES_PER_MINUTE",
  "PUBLISH_EVENTS_PER_SECOND",
  "PUBLISH_BURST",
  "PUBLISH_EVENTS_PER_DAY",
  "FAILED_SIGN_INS",
  "METRICS_PORT",
  "LOG_LEVEL",
  "LOG_FORMAT",
  "LOG_REQUESTS",
]);

/** Variable with the names of settings that Postback gave a value itself, for its own processes. */
const chosenNames = "POSTBACK_CHOSEN_SETTINGS";

/** Sets a setting to a default that depends on others, for this process and its children. */
export function chooseSetting(name: keyof Environment, value: string): void {
  Object.assign(process.env, { [name]: value, ...chosenBesides([name]) });
}

/** Returns the variable for a child process that names these settings as chosen by Postback, besides those chosen already. */
export function chosenBesides(names: string[]): Record<string, string> {
  return { [chosenNames]: [...chosenSettings(), ...names].join() };
}

/** Returns the names of settings that Postback gave a value itself. */
export function chosenSettings(): string[] {
  return process.env[chosenNames]?.split(",") ?? [];
}

/** Returns every setting by name, whether it is set, and its value if that is no secret or was chosen by Postback. */
export function settingsInForce() {
  const set = withoutBlanks(process.env);
  const inForce = new Map(Object.entries(env()));
  const chosen = chosenSettings();
  return settingNames.map((name) => {
    const value = set[name] ?? inForce.get(name);
    const isChosen = chosen.includes(name);
    const isSecret = secretSettings.includes(name);
    const isShown = (shownSettings.has(name) || (isChosen && !isSecret)) && value !== undefined;
    return { name, isSet: name in set && !isChosen, ...(isShown && { value: String(value) }) };
  });
}

/** Removes empty variables, and those of spaces: compose files and shells leave them behind. */
function withoutBlanks(source: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim() !== ""));
}
