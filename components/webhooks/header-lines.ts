/** Parses "Name: value" lines. A line without a colon is a name without a value. */
export function headersOf(lines: string): Record<string, string> {
  return Object.fromEntries(pairsOf(lines));
}

/** Returns a name that several lines have, of which `headersOf` keeps the last. */
export function repeatedName(lines: string): string | undefined {
  const names = pairsOf(lines).map(([name]) => name);
  return names.find((name, n) => names.indexOf(name) < n);
}

function pairsOf(lines: string): [string, string][] {
  return lines
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line): [string, string] => {
      const colon = line.indexOf(":");
      if (colon === -1) return [line.trim(), ""];
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    });
}

export function linesOf(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
