import { setTimeout as delay } from "node:timers/promises";
import { isDatabaseAway } from "@/db/away";
import { openClient } from "@/db/driver";
import type { Environment } from "@/lib/env";
import { log } from "@/lib/log";
import { CannotStart } from "@/server/supervisor/cannot-start";

const oldest = 15;
const askAgainMs = 1000;
/** Interval of repeated log lines while a database is unreachable. */
const repeatMs = 30_000;

/** The database of `DATABASE_URL` does not respond now, but may later. */
class DatabaseAway extends CannotStart {}

/** The database that the processes of an installation share. */
export async function requireDatabase({ DATABASE_URL: url }: Environment): Promise<string> {
  if (!url) throw new CannotStart("Set DATABASE_URL. Only `npm start` runs an embedded Postgres.");
  await checkDatabase(url);
  return url;
}

/** Waits until the database responds. @throws CannotStart for permanent errors, such as a wrong password */
export async function awaitDatabase(env: Environment): Promise<string> {
  let loggedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      return await requireDatabase(env);
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
      if (performance.now() - loggedAt >= repeatMs) {
        loggedAt = performance.now();
        log.warn({ reason: error.message }, "database unreachable at startup; waiting");
      }
    }
    await delay(askAgainMs);
  }
}

/** @throws CannotStart with the reason if the database of `DATABASE_URL` cannot be used */
async function checkDatabase(url: string): Promise<void> {
  const address = parse(url);
  const sql = openClient(url, { max: 1, limitMs: 5000 });
  try {
    const [row] = await sql`select current_setting('server_version_num')::int as version`;
    checkVersion(row?.version);
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    const sentence = `DATABASE_URL cannot be used: ${explain(error as Failure, address)}`;
    throw isDatabaseAway(error) ? new DatabaseAway(sentence) : new CannotStart(sentence);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** @param version as in `server_version_num`: 150004 is 15.4 */
export function checkVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= oldest) return;
  throw new CannotStart(
    `The database is Postgres ${major}, which is too old. Postback needs ${oldest} or newer.`,
  );
}

/** Describes the database without credentials. */
export function describeDatabase(url: string): string {
  const { host, pathname } = new URL(url);
  return `${decodeURIComponent(pathname.slice(1))} at ${host}`;
}

function parse(url: string): URL {
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return new URL(url);
  throw new CannotStart(
    "DATABASE_URL is not a Postgres URL. Use the form postgres://user:password@host:5432/name.",
  );
}

type Failure = Error & { code?: string };

function explain({ code, message }: Failure, { hostname, host, pathname, username }: URL): string {
  switch (code) {
    case "ECONNREFUSED":
      return `nothing listens at ${host}. Is Postgres running there?`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `there is no host named ${hostname}. Check the name.`;
    case "CONNECT_TIMEOUT":
    case "STATEMENT_LIMIT":
      return `${host} did not answer within 5 seconds. Check host, port and firewall.`;
    case "28P01":
    case "28000":
      return `${host} refuses the user ${username} or the password. Check both.`;
    case "3D000":
      return `there is no database named ${pathname.slice(1)} at ${host}. Create it first.`;
    case "22023":
      return `${message}. For a Postgres on Windows add ?client_connection_check_interval=0 to it.`;
    default:
      return `${message.replace(/\.$/, "")}.`;
  }
}
