import { setTimeout as delay } from "node:timers/promises";
import { type DatabaseAddress, hostsText } from "@/db/address";
import { isConnectionRefused, isDatabaseAway } from "@/db/away";
import { openClient } from "@/db/driver";
import { databaseUrls } from "@/lib/database-urls";
import type { Environment } from "@/lib/env";
import { log } from "@/lib/log";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { parseAddress, readAddress } from "./database-setting";

const oldest = 15;
const askAgainMs = 1000;
/** Interval of repeated log lines while a database is unreachable. */
const repeatMs = 30_000;

/** The database of `DATABASE_URL` does not respond now, but may later. */
class DatabaseAway extends CannotStart {}

/**
 * Checks the database that the processes of an installation share, and PgBouncer if there is one.
 * @returns the URL without PgBouncer
 */
export async function requireDatabase(env: Environment): Promise<string> {
  if (!env.DATABASE_URL) {
    throw new CannotStart("Set DATABASE_URL. Only `postback start` runs an embedded Postgres.");
  }
  const { direct, pooled, replica } = databaseUrls(env);
  if (replica) parseAddress(replica, "DATABASE_READ_URL");
  if (pooled !== direct) await checkDatabase(pooled, "DATABASE_URL");
  await checkDatabase(direct, pooled === direct ? "DATABASE_URL" : "DATABASE_DIRECT_URL");
  return direct;
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

/** @throws CannotStart with the reason if the database of this setting cannot be used */
async function checkDatabase(url: string, setting: string): Promise<void> {
  const address = readAddress(url, setting);
  const sql = openClient(url, { max: 1, limitMs: 5000 });
  try {
    const [row] = await sql`select current_setting('server_version_num')::int as version`;
    checkVersion(row?.version);
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    const sentence = `${setting} cannot be used: ${explain(error as Failure, address)}`;
    const mayCome = isDatabaseAway(error) && !isConnectionRefused(error);
    throw mayCome ? new DatabaseAway(sentence) : new CannotStart(sentence);
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

type Failure = Error & { code?: string };

function explain({ code, message }: Failure, address: DatabaseAddress): string {
  const { hostname, pathname, username } = address.firstUrl;
  const host = hostsText(address);
  switch (code) {
    case "ECONNREFUSED":
      return `nothing listens at ${host}. Is Postgres running there?`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `there is no host named ${hostname}. Check the name.`;
    case "CONNECT_TIMEOUT":
    case "STATEMENT_LIMIT":
      return `${host} did not answer within 5 seconds. Check host, port and firewall.`;
    case "TARGET_SESSION_ATTRS":
      return `none of ${host} accepts writes now. Is a primary running?`;
    case "28000":
      return `${host} does not let ${username} in: ${message}. ${adviceOn(message)}`;
    case "28P01":
      return `${host} refuses the user ${username} or the password. Check both.`;
    case "3D000":
      return `there is no database named ${pathname.slice(1)} at ${host}. Create it first.`;
    case "22023":
      return `${message}. For a Postgres on Windows add ?client_connection_check_interval=0 to it.`;
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return `the certificate of ${host} is of an authority that is not known here. Name the file of the authority in the parameter sslrootcert of the URL.`;
    case "ECONNRESET":
      if (!message.includes("secure TLS")) return `${message}.`;
      return `${host} does not offer TLS. Enable it there, or remove sslmode from the URL.`;
    default:
      return `${message.replace(/\.$/, "")}.`;
  }
}

/** What to do about a refusal by the rules of the server in `pg_hba.conf`. */
function adviceOn(message: string): string {
  if (message.includes("client certificate"))
    return "Name one and its key in the parameters sslcert and sslkey of the URL.";
  if (message.includes("no encryption"))
    return "If it accepts encrypted connections only, add sslmode=verify-full to the URL.";
  return "Check the user, and the rules in pg_hba.conf there.";
}
