import { isIP } from "node:net";

/** Returns whether a host, without brackets around IPv6, is this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
