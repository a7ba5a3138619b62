import postgres from "postgres";
import type { Environment } from "@/lib/env";
import { CannotStart } from "./cannot-start";

const oldest = 15;

/** The database that the processes of a larger install share. */
export async function requireDatabase({ DATABASE_URL: url }: Environment): Promise<string> {
  if (!url) throw new CannotStart("Set DATABASE_URL. Only `npm start` brings a Postgres along.");
  await checkDatabase(url);
  return url;
}

/** @throws CannotStart when the database of `DATABASE_URL` cannot be used, with the reason in words. */
async function checkDatabase(url: string): Promise<void> {
  const address = parse(url);
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice() {} });
  try {
    const [row] = await sql`select current_setting('server_version_num')::int as version`;
    checkVersion(row?.version);
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`DATABASE_URL cannot be used: ${explain(error as Failure, address)}`);
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

/** Which database it is, without who may enter and how. */
export function describeDatabase(url: string): string {
  const { host, pathname } = new URL(url);
  return `${decodeURIComponent(pathname.slice(1))} at ${host}`;
}

function parse(url: string): URL {
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return new URL(url);
  throw new CannotStart(
    "DATABASE_URL is not a Postgres address. It looks like postgres://user:password@host:5432/name.",
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
      return `${host} did not answer within 5 seconds. Check host, port and firewall.`;
    case "28P01":
    case "28000":
      return `${host} refuses the user ${username} or the password. Check both.`;
    case "3D000":
      return `there is no database named ${pathname.slice(1)} at ${host}. Create it first.`;
    default:
      return `${message.replace(/\.$/, "")}.`;
  }
}
