import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";

/**
 * Addresses with a TTL in seconds, and the types whose queries fail with SERVFAIL or get no response. An empty list means "no such
 * name", null means no response.
 */
export type Zone = Record<string, Entry | null>;
type Entry = { addresses: string[]; ttl: number; failing?: Type[]; silent?: Type[] };
type Type = keyof typeof types;

const types = { A: 1, AAAA: 28 };

/** A name server on 127.0.0.1 (RFC 1035 §4; address queries only). */
export async function startDnsServer(zone: Zone) {
  /** Every question received, as `A name`. */
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const { name, type, end } = questionIn(query);
    const typeName = type === types.AAAA ? "AAAA" : "A";
    asked.push(`${typeName} ${name}`);
    const entry = zone[name];
    if (entry === null || entry?.silent?.includes(typeName)) return;
    socket.send(answerTo(query.subarray(0, end), type, entry), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  };
}

function questionIn(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, type: number, entry: Entry | undefined): Buffer {
  const isFailing = entry?.failing?.some((name) => types[name] === type) ?? false;
  const wanted = (address: string) => isIPv6(address) === (type === types.AAAA);
  const addresses = isFailing ? [] : (entry?.addresses.filter(wanted) ?? []);
  const head = Buffer.from(question);
  // Flags: response, recursion available; 2 is SERVFAIL, 3 is "no such name".
  const failure = isFailing ? 2 : 0;
  head.writeUInt16BE(0x8180 + (entry ? failure : 3), 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...addresses.map((address) => record(address, entry?.ttl ?? 0))]);
}

/** The name is a pointer to the question's name. */
function record(address: string, ttl: number): Buffer {
  const bytes = isIPv6(address)
    ? bytesOfIpv6(address)
    : Buffer.from(address.split(".").map(Number));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(isIPv6(address) ? types.AAAA : types.A, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttl, 6);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

/** Expands an IPv6 address to eight groups. */
function bytesOfIpv6(address: string): Buffer {
  const groups = address.split(":").map((group) => group.padStart(4, "0"));
  return Buffer.from(groups.join(""), "hex");
}
