/** Parses "Name: value" lines. A line without a colon is a name without a value. */
export function headersOf(lines: string): Record<string, string> {
  const pairs = lines
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line): [string, string] => {
      const colon = line.indexOf(":");
      if (colon === -1) return [line.trim(), ""];
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    });
  return Object.fromEntries(pairs);
}

export function linesOf(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
