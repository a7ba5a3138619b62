import { isIP } from "node:net";

/**
 * Who asks. Each of the proxies that are ours adds to the end of `X-Forwarded-For` whom it heard; all before that
 * anybody may have written. With no proxy of ours only the connection counts.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwarded: string | null,
  proxies: number,
): string | undefined {
  const heard = (forwarded ?? "").split(",").map(plain).filter(Boolean);
  const told = proxies > 0 ? (heard.at(-proxies) ?? heard[0]) : undefined;
  const address = told !== undefined && isIP(told) ? told : plain(socketAddress ?? "");
  return address || undefined;
}

/** IPv4 that came over an IPv6 socket is written as the IPv4 it is; a port behind it is cut off. */
function plain(text: string): string {
  const [, bracketed, dotted] =
    /^\s*(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?\s*$/.exec(text) ?? [];
  return (bracketed ?? dotted ?? text.trim()).replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Whom a limit holds for: an address, or the /64 that one IPv6 customer has. */
export function limitedAs(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail?.split(":").filter(Boolean) ?? [];
  const gap = Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill("0");
  const network = [...groups, ...(tail === undefined ? [] : gap), ...rest].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
