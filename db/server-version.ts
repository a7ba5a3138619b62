/** Environment variable that passes host, port and major version of known servers to child processes. */
const variable = "POSTBACK_POSTGRES_VERSION";

/** Major versions of the servers that this process has connected to. */
const versions = new Map<string, number>();

export function noteServerVersion(url: string, version: string): void {
  const major = Number.parseInt(version, 10);
  versions.set(serverOf(url), major);
  process.env[variable] = `${serverOf(url)} ${major}`;
}

/** Returns the major version of a server, or undefined before the first connection to it. */
export function serverVersion(url: string): number | undefined {
  const known = versions.get(serverOf(url));
  if (known !== undefined) return known;
  const [server, major] = process.env[variable]?.split(" ") ?? [];
  return server === serverOf(url) ? Number(major) : undefined;
}

function serverOf(url: string): string {
  return url.replace(/^\w+:\/\/([^@/]*@)?/, "").replace(/[/?].*$/, "");
}
