/** Maximum nesting depth of JSON: enough for any payload, too little to exhaust a stack. */
export const depthLimit = 64;

/**
 * Returns the raw text of one member of a JSON object, so that a payload is delivered byte for byte: parsing and
 * serializing would change numbers, escapes and the order of keys. `text` must be valid JSON. Of a name given twice the
 * last one counts, as in `JSON.parse`. Returns an empty text for a missing member.
 */
export function memberText(text: string, name: string): string {
  let latest = "";
  let start: number | null = null;
  let value = "";

  for (const { mark, at, end, depth } of marks(text)) {
    if (mark === '"') latest = text.slice(at, end);
    if (depth !== 1) continue;
    if (mark === ":" && JSON.parse(latest) === name) start = end;
    if (start !== null && (mark === "," || mark === "}")) {
      value = text.slice(start, at).trim();
      start = null;
    }
  }
  return value;
}

/** Returns the raw text of each element of a JSON array. `text` must be valid JSON. */
export function elementTexts(text: string): string[] {
  const elements: string[] = [];
  let start = 0;
  for (const { mark, at, end, depth } of marks(text)) {
    if (depth !== 1) continue;
    if (mark === "[") start = end;
    if (mark !== "," && mark !== "]") continue;
    const element = text.slice(start, at).trim();
    if (element) elements.push(element);
    start = end;
  }
  return elements;
}

/** Returns whether objects and arrays nest deeper than `limit` in a text, which need not be valid JSON. */
export function isDeeperThan(limit: number, text: string): boolean {
  if (!hasMoreBracketsThan(limit, text)) return false;
  for (const { depth } of marks(text)) if (depth > limit) return true;
  return false;
}

/** Most texts have few brackets, and counting them is cheaper than finding the strings around them. */
function hasMoreBracketsThan(limit: number, text: string): boolean {
  const brackets = /[{[]/g;
  for (let n = 0; n <= limit; n++) if (!brackets.test(text)) return false;
  return true;
}

type Mark = { mark: string; at: number; end: number; depth: number };

/** Yields brackets and whole strings with their depth; a bracket counts as inside itself. */
function* marks(text: string): Generator<Mark> {
  const structure = /["{}[\],:]/g;
  let depth = 0;
  for (let found = structure.exec(text); found; found = structure.exec(text)) {
    const [mark] = found;
    const at = found.index;
    if (mark === '"') {
      structure.lastIndex = endOfString(text, at);
    } else if (mark === "{" || mark === "[") {
      depth++;
    }
    yield { mark, at, end: structure.lastIndex, depth };
    if (mark === "}" || mark === "]") depth--;
  }
}

function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote > 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote < 0 ? text.length : quote + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text[quote - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}
