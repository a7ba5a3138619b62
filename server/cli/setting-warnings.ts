import {
  chosenSettings,
  type Environment,
  readEnvironment,
  secretSettings,
  settingNames,
} from "@/lib/env";
import { log } from "@/lib/log";
import { readDotEnv } from "./dot-env";

const known = new Set([...settingNames, ...secretSettings.map((name) => `${name}_FILE`)]);
/** Variables of `.env` that are for Node, npm or this product's tools. */
const others = /^(NODE_|NEXT_|npm_|OTEL_|POSTBACK_|NO_COLOR$|FORCE_COLOR$|TZ$)/;

const safeKeyLength = 16;

/**
 * Logs settings that have no effect or contradict each other.
 * @param part the part of the product that this process runs, if it does not run all
 */
export function warnAboutSettings(env: Environment, part?: "web" | "worker"): void {
  const sentences = [...settingWarnings(env), ...(part ? withoutEffect(env, part) : [])];
  for (const sentence of sentences) log.warn({ reason: sentence }, "check the settings");
}

/** Returns a sentence for each setting that only `postback start` uses. */
export function withoutEffect(env: Environment, part: "web" | "worker"): string[] {
  if (env.BACKUP_DIR === undefined) return [];
  return [
    `BACKUP_DIR has no effect on \`postback ${part}\`, which writes no backups. Run \`postback backup --to FOLDER --every 24h\` beside it.`,
  ];
}

/** Returns a sentence for each setting that is unknown, or contradicts another. Repeats no values. */
export function settingWarnings(env: Environment): string[] {
  return [...unknownSettings(process.env, Object.keys(readDotEnv())), ...contradictions(env)];
}

/**
 * A name of `.env` is unknown if the product does not have it. The environment also has names of other programs, so there
 * only those are unknown that are nearly a setting's name.
 */
export function unknownSettings(source: object, fromDotEnv: string[]): string[] {
  const names = new Set([...Object.keys(source), ...fromDotEnv]);
  return [...names].flatMap((name) => {
    if (known.has(name) || others.test(name)) return [];
    const meant = nearest(name);
    if (meant) return [`${name} is not a setting. Did you mean ${meant}?`];
    return fromDotEnv.includes(name) ? [`${name} in .env is not a setting of Postback.`] : [];
  });
}

export function contradictions(env: Environment): string[] {
  const defaults = readEnvironment({});
  const isHttps = env.PUBLIC_URL?.startsWith("https:") ?? false;
  const found: [boolean, string][] = [
    [
      (env.ADMIN_EMAIL === undefined) !== (env.ADMIN_PASSWORD === undefined),
      "ADMIN_EMAIL and ADMIN_PASSWORD have no effect without each other.",
    ],
    [
      env.BACKLOG_PER_ACCOUNT > env.BACKLOG_LIMIT,
      "BACKLOG_PER_ACCOUNT is above BACKLOG_LIMIT, so one account can block all others.",
    ],
    [
      env.BACKUP_DIR === undefined &&
        (env.BACKUP_EVERY !== defaults.BACKUP_EVERY || env.BACKUP_KEEP !== defaults.BACKUP_KEEP),
      "BACKUP_EVERY and BACKUP_KEEP have no effect without BACKUP_DIR.",
    ],
    [
      (env.BOOTSTRAP_API_KEY?.length ?? safeKeyLength) < safeKeyLength,
      `BOOTSTRAP_API_KEY has every scope and fewer than ${safeKeyLength} characters, so it can be guessed.`,
    ],
    [
      env.PUBLIC_URL !== undefined && !isOrigin(env.PUBLIC_URL),
      "PUBLIC_URL has more than a host and a port, which has no effect: pages and API are at the root of the host.",
    ],
    [
      isHttps && env.TRUST_PROXY === 0,
      "PUBLIC_URL is https, so a proxy is in front, but TRUST_PROXY is 0: all clients share one address in limits and in the audit log.",
    ],
    [
      env.EGRESS_PROXY_URL !== undefined &&
        env.ALLOW_PRIVATE_CIDRS !== "" &&
        !chosenSettings().includes("ALLOW_PRIVATE_CIDRS"),
      "With EGRESS_PROXY_URL the proxy decides about names, and ALLOW_PRIVATE_CIDRS applies to literal addresses only.",
    ],
  ];
  return found.filter(([isFound]) => isFound).map(([, sentence]) => sentence);
}

/** Returns whether a URL has nothing after its host and port. */
function isOrigin(url: string): boolean {
  return new URL(url).href === `${new URL(url).origin}/`;
}

/** Returns the setting with the smallest edit distance, if a slip of the keyboard explains it. */
function nearest(name: string): string | undefined {
  const [best] = [...known]
    .map((setting) => ({ setting, distance: editDistance(name, setting) }))
    .sort((a, b) => a.distance - b.distance);
  // Of short names half would be near to something else, such as HOME to HOST.
  const most = name.length < 8 ? 1 : 2;
  return best && best.distance <= most ? best.setting : undefined;
}

/** Damerau–Levenshtein distance with adjacent transpositions. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const replaced = at(i - 1, j - 1) + (isSame ? 0 : 1);
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped));
    }
  }
  return at(a.length, b.length);
}
