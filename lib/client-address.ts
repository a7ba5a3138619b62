import { isIP } from "node:net";

/**
 * Returns the client's address. Each of our proxies appends to `X-Forwarded-For` the address that connected to it;
 * earlier entries are untrusted. Without a proxy the address of the connection counts.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwarded: string | null,
  proxies: number,
): string | undefined {
  const heard = (forwarded ?? "").split(",").map(plain).filter(Boolean);
  const fromProxy = proxies > 0 ? (heard.at(-proxies) ?? heard[0]) : undefined;
  const address =
    fromProxy !== undefined && isIP(fromProxy) ? fromProxy : plain(socketAddress ?? "");
  return address || undefined;
}

/** Returns an IPv4-mapped IPv6 address as IPv4, and removes a port. */
function plain(text: string): string {
  const [, bracketed, dotted] =
    /^\s*(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?\s*$/.exec(text) ?? [];
  return (bracketed ?? dotted ?? text.trim()).replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Returns the subject of limits by address: the IPv4 address, or the /64 of one IPv6 customer. */
export function limitedAs(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail?.split(":").filter(Boolean) ?? [];
  const gap = Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill("0");
  const network = [...groups, ...(tail === undefined ? [] : gap), ...rest].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
