/** Maximum nesting depth of JSON: enough for any payload, too little to exhaust a stack. */
export const depthLimit = 64;

/**
 * Returns the raw text of one member of a JSON object, so that a payload is delivered byte for byte: parsing and
 * serializing would change numbers, escapes and the order of keys. `text` must be valid JSON. Of a name given twice the
 * last one counts, as in `JSON.parse`. Returns an empty text for a missing member.
 */
export function memberText(text: string, name: string): string {
  let [latestAt, latestEnd] = [0, 0];
  let start: number | null = null;
  let value = "";

  scan(text, (mark, at, end, depth) => {
    if (depth !== 1) return;
    if (mark === quote) {
      latestAt = at;
      latestEnd = end;
    } else if (mark === colon) {
      if (JSON.parse(text.slice(latestAt, latestEnd)) === name) start = end;
    } else if (start !== null && (mark === comma || mark === closingBrace)) {
      value = text.slice(start, at).trim();
      start = null;
    }
  });
  return value;
}

/** Returns the raw text of each element of a JSON array. `text` must be valid JSON. */
export function elementTexts(text: string): string[] {
  const elements: string[] = [];
  let start = 0;
  scan(text, (mark, at, end, depth) => {
    if (depth !== 1) return;
    if (mark === openingBracket) start = end;
    if (mark !== comma && mark !== closingBracket) return;
    const element = text.slice(start, at).trim();
    if (element) elements.push(element);
    start = end;
  });
  return elements;
}

/** Returns whether objects and arrays nest deeper than `limit` in a text, which need not be valid JSON. */
export function isDeeperThan(limit: number, text: string): boolean {
  let deepest = 0;
  scan(text, (_mark, _at, _end, depth) => {
    if (depth > deepest) deepest = depth;
  });
  return deepest > limit;
}

const codeOf = (mark: string) => mark.charCodeAt(0);
const [quote, backslash, comma, colon] = [codeOf('"'), codeOf("\\"), codeOf(","), codeOf(":")];
const [openingBrace, closingBrace] = [codeOf("{"), codeOf("}")];
const [openingBracket, closingBracket] = [codeOf("["), codeOf("]")];

type Visit = (mark: number, at: number, end: number, depth: number) => void;

/**
 * Visits brackets, commas, colons and whole strings in order, each by the code of its first character, with its depth; a
 * bracket counts as inside itself. Tokens of a regular expression took ten times as long, and a batch is read four times.
 */
function scan(text: string, visit: Visit): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === quote) {
      const end = endOfString(text, at);
      visit(mark, at, end, depth);
      at = end - 1;
    } else if (mark === openingBrace || mark === openingBracket) {
      depth++;
      visit(mark, at, at + 1, depth);
    } else if (mark === closingBrace || mark === closingBracket) {
      visit(mark, at, at + 1, depth);
      depth--;
    } else if (mark === comma || mark === colon) {
      visit(mark, at, at + 1, depth);
    }
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes++;
  return backslashes % 2 === 1;
}
