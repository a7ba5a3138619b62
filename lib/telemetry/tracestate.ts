/** Limits of W3C Trace Context (3.3.1): entries, characters to pass on, and the length from which an entry is dropped first. */
const [mostEntries, mostCharacters, largeEntry] = [32, 512, 128];

const key = "[a-z][a-z\\d_*/-]{0,255}|[a-z\\d][a-z\\d_*/-]{0,240}@[a-z][a-z\\d_*/-]{0,13}";
/** Printable ASCII without comma and equals sign. The last character is no space. */
const value = "[ -+\\--<>-~]{0,255}[!-+\\--<>-~]";
const form = new RegExp(`^(${key})=${value}$`);

/**
 * Parses a `tracestate`. Returns null for an empty or invalid one, which is ignored. Shortens one that is longer than has to be
 * passed on: drops large entries first, then the last ones.
 */
export function parseTracestate(text: string | null | undefined): string | null {
  const entries = (text ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const keys = entries.map((entry) => form.exec(entry)?.[1]);
  if (keys.includes(undefined) || new Set(keys).size < keys.length) return null;
  if (entries.length > mostEntries) return null;
  while (entries.join().length > mostCharacters) {
    // The last entry (-1) if none is large.
    entries.splice(
      entries.findLastIndex((entry) => entry.length > largeEntry),
      1,
    );
  }
  return entries.join() || null;
}
