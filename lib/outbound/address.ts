import { type Cidr, contains, type Ip, parseCidr, parseIp } from "./ip";

/**
 * Denied IPv4 ranges: IANA's special-purpose registry, multicast, reserved, and Azure's platform address. Others are
 * open.
 */
const deniedIpv4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
].map(parseCidr);

/** Allowed IPv6 range: addresses routed on the internet, less the exceptions below. Others are closed. */
const routedIpv6 = parseCidr("2000::/3");
const deniedIpv6 = [
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3ffe::/16",
  "3fff::/20",
].map(parseCidr);

/** Metadata addresses of clouds, which hand out credentials. Allowed only when listed one by one. */
const metadataIpv4 = [
  "100.100.100.200",
  "168.63.129.16",
  "169.254.0.23",
  "169.254.42.42",
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "192.0.0.192",
];
const metadataIpv6 = [
  "fd00:42::42",
  "fd00:c1::a9fe:a9fe",
  "fd00:ec2::23",
  "fd00:ec2::254",
  "fd20:ce::254",
  "fe80::a9fe:a9fe",
];
/** Prefixes of addresses that contain an IPv4 address: IPv4-compatible and NAT64. */
const carriers = ["::", "64:ff9b::", "64:ff9b:1::"];

const metadata = [
  ...metadataIpv4.map((address) => parseCidr(`${address}/32`)),
  ...metadataIpv6.map((address) => parseCidr(`${address}/128`)),
  ...carriers.flatMap((prefix) =>
    metadataIpv4.map((address) => parseCidr(`${prefix}${address}/128`)),
  ),
];

/** Returns whether a callback may reach an address. A text that is not an address may not be reached. */
export function isAllowedAddress(text: string, allowed: Cidr[]): boolean {
  const ip = parseIp(text);
  return ip !== null && (isPublic(ip) || isListed(ip, allowed));
}

function isPublic(ip: Ip): boolean {
  if (ip.family === 4) return !isWithin(ip, deniedIpv4);
  return contains(routedIpv6, ip) && !isWithin(ip, deniedIpv6);
}

function isListed(ip: Ip, allowed: Cidr[]): boolean {
  const ranges = isWithin(ip, metadata) ? allowed.filter(isSingle) : allowed;
  return isWithin(ip, ranges);
}

function isWithin(ip: Ip, ranges: Cidr[]): boolean {
  return ranges.some((range) => contains(range, ip));
}

function isSingle({ family, bits }: Cidr): boolean {
  return bits === (family === 4 ? 32 : 128);
}
