import { isIPv4, isIPv6 } from "node:net";

/** An address as a number, so that every notation compares equal. */
export type Ip = { family: 4 | 6; value: bigint };

/** A range of addresses: those with the same first `bits` bits. */
export type Cidr = Ip & { bits: number };

const width = { 4: 32, 6: 128 } as const;
const mappedV4 = 0xffffn;

/**
 * Parses an address. Returns null for other text, and for an address with a zone, whose meaning depends on the machine.
 */
export function parseIp(text: string): Ip | null {
  if (isIPv4(text)) return { family: 4, value: valueOfIpv4(text) };
  if (!isIPv6(text) || text.includes("%")) return null;
  const value = valueOfIpv6(text);
  // `::ffff:a.b.c.d` reaches a.b.c.d, so it is checked as IPv4.
  if (value >> 32n === mappedV4) return { family: 4, value: value & 0xffff_ffffn };
  return { family: 6, value };
}

/**
 * Parses a range.
 * @throws Error with the text when it is not `address/bits`
 */
export function parseCidr(text: string): Cidr {
  const [, address = "", length = ""] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const ip = parseIp(address);
  const written = Number(length);
  const mapped = ip?.family === 4 && address.includes(":");
  const bits = mapped ? written - 96 : written;
  if (!ip || bits < 0 || bits > width[ip.family]) {
    throw new Error(`"${text}" is not an address range; write it like 10.0.0.0/8 or fd00::/8`);
  }
  return { ...ip, bits };
}

export function contains(range: Cidr, ip: Ip): boolean {
  const rest = BigInt(width[range.family] - range.bits);
  return range.family === ip.family && range.value >> rest === ip.value >> rest;
}

function valueOfIpv4(text: string): bigint {
  return text.split(".").reduce((value, octet) => (value << 8n) | BigInt(octet), 0n);
}

function valueOfIpv6(text: string): bigint {
  const [head = [], tail = []] = text.split("::").map(groupsOf);
  const gap = Array<bigint>(8 - head.length - tail.length).fill(0n);
  return [...head, ...gap, ...tail].reduce((value, group) => (value << 16n) | group, 0n);
}

/** Returns the 16-bit groups on one side of `::`. A dotted IPv4 at the end counts as two groups. */
function groupsOf(side: string): bigint[] {
  if (side === "") return [];
  return side.split(":").flatMap((group) => {
    if (!group.includes(".")) return [BigInt(`0x${group}`)];
    const value = valueOfIpv4(group);
    return [value >> 16n, value & 0xffffn];
  });
}
