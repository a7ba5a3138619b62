/** Maximum nesting depth of JSON: enough for any payload, too little to exhaust a stack. */
export const depthLimit = 64;

/**
 * Most members, objects and lists of a body together: a hundred for each event of a full batch. Parsing and validating
 * take 1 to 3 µs for each, while nothing else is served.
 */
export const partLimit = 100_000;

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
      if (isNamed(text.slice(latestAt, latestEnd), name)) start = end;
    } else if (start !== null && (mark === comma || mark === closingBrace)) {
      value = text.slice(start, at).trim();
      start = null;
    }
  });
  return value;
}

/** Returns whether the text of a JSON string is `name`. Most names have no escapes; parsing each takes ten times as long. */
function isNamed(string: string, name: string): boolean {
  return string.includes("\\") ? JSON.parse(string) === name : string.slice(1, -1) === name;
}

/**
 * Serializes an object as `JSON.stringify` does, with raw texts in place of some of its members. `texts` must be valid JSON,
 * such as those that `memberText` returned.
 */
export function stringifyWithTexts(value: object, texts: MemberTexts): string {
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = Object.hasOwn(texts, name) ? texts[name] : JSON.stringify(member);
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join()}}`;
}

/** Raw JSON texts of members of an object, by name. */
export type MemberTexts = Readonly<Record<string, string>>;

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

/**
 * Returns each element longer than `limit` of the array `name` of an object, with its index. The text need not be valid
 * JSON, and the name is found only as it is written without escapes.
 */
export function longElements(text: string, name: string, limit: number) {
  const quoted = `"${name}"`;
  const elements: { index: number; element: string }[] = [];
  let [isNext, isInside] = [false, false];
  let [start, index] = [0, 0];
  scan(text, (mark, at, end, depth) => {
    if (depth === 1 && mark === quote) {
      isNext = end - at === quoted.length && text.startsWith(quoted, at);
    } else if (depth === 2 && mark === openingBracket) {
      isInside = isNext;
      [start, index] = [end, 0];
    } else if (depth === 2 && isInside && (mark === comma || mark === closingBracket)) {
      if (at - start > limit) elements.push({ index, element: text.slice(start, at) });
      [start, index] = [end, index + 1];
      isInside = mark === comma;
    }
  });
  return elements;
}

/**
 * Returns how deep objects and arrays nest in a text, and how many parts it has: members of objects, objects and arrays.
 * The text need not be valid JSON.
 */
export function measure(text: string): { depth: number; parts: number } {
  let [deepest, parts] = [0, 0];
  scan(text, (mark, _at, _end, depth) => {
    if (depth > deepest) deepest = depth;
    if (mark === colon || mark === openingBrace || mark === openingBracket) parts++;
  });
  return { depth: deepest, parts };
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
