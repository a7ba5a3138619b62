/** A range of ports, both ends included. */
export type PortRange = { from: number; to: number };

/** Ports from 1024 up that belong to other protocols: the Fetch standard's "bad ports". */
const foreignPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
]);

/**
 * Parses a list of ports and ranges.
 * @throws Error with the part that is invalid
 */
export function parsePorts(list: string): PortRange[] {
  return list.split(",").map((part) => {
    const [, from = "", to = from] = /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(part) ?? [];
    const range = { from: Number(from), to: Number(to) };
    if (from === "" || range.from < 1 || range.to > 65_535 || range.from > range.to) {
      throw new Error(
        `"${part.trim()}" is no port or range of ports; write it like 443 or 8000-8999`,
      );
    }
    return range;
  });
}

/**
 * Returns whether a callback may use the port of a URL. A port of another protocol must be listed by itself, not in a
 * range.
 */
export function isAllowedPort(url: URL, ranges: PortRange[]): boolean {
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  return ranges.some(
    ({ from, to }) => from <= port && port <= to && (from === to || !foreignPorts.has(port)),
  );
}
