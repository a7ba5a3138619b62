/** Address of a database. A URL may list several hosts, as libpq allows: `postgres://user:password@one:5432,two:5432/name`. */
export type DatabaseAddress = {
  /** The URL with the first host only. */
  firstUrl: URL;
  hosts: { host: string; port: number }[];
  /** The connections go through PgBouncer in transaction mode. */
  isPooled: boolean;
};

const defaultPort = 5432;
/** Parameter of a URL that leads to PgBouncer. Never sent to the server. */
const poolerMark = "pgbouncer";

/** Returns null for text that is not the URL of a Postgres database. */
export function parseDatabaseUrl(url: string): DatabaseAddress | null {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url);
  const [, start = "", list = "", rest = ""] = parts ?? [];
  const names = list.split(",");
  const urls = names.map((name) => `${start}${name}${rest}`);
  if (!parts || !urls.every((one) => URL.canParse(one))) return null;
  const firstUrl = new URL(urls[0] ?? "");
  const isPooled = firstUrl.searchParams.get(poolerMark) === "true";
  firstUrl.searchParams.delete(poolerMark);
  const hosts = urls.map((one) => {
    const { hostname, port } = new URL(one);
    return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || defaultPort) };
  });
  return { firstUrl, hosts, isPooled };
}

/** Returns the URL marked as that of PgBouncer in transaction mode. */
export function markPooled(url: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${poolerMark}=true`;
}

/** Returns the hosts of an address as text, without credentials. */
export function hostsText({ hosts }: DatabaseAddress): string {
  return hosts.map(({ host, port }) => `${host}:${port}`).join(", ");
}

/** Returns the name and the hosts of a database as text, without credentials. */
export function describeDatabase(address: DatabaseAddress): string {
  return `${decodeURIComponent(address.firstUrl.pathname.slice(1))} at ${hostsText(address)}`;
}
