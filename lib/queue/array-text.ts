/** A value of a column; `undefined` is null too. */
type Value = string | number | boolean | null | undefined;

/** ASCII record separator. JSON text contains no control character but white space, so RFC 7464 separates JSON texts by it. */
const separator = "\x1e";

/**
 * Returns the literal of a one-dimensional array (PostgreSQL manual, 8.15.2), for a parameter with a cast such as
 * `$1::uuid[]`. Values that are all null make an empty array, which `unnest` of several arrays fills up with nulls.
 *
 * The driver would replace characters in each element twice, and would take an array of times or booleans for a single one.
 */
export function arrayText(values: readonly Value[]): string {
  if (values.every(isNull)) return "{}";
  return `{${values.map(elementText).join(",")}}`;
}

/**
 * Returns JSON texts as one text, null for none, for `string_to_array($1::text, ${divider})`. Nothing is escaped: in an array
 * literal, escapes are most of the work for a kilobyte of JSON.
 *
 * @throws RangeError if one is no JSON text, because it contains the separator
 */
export function separatedJson(texts: readonly (string | null)[]): string {
  if (texts.some((text) => text?.includes(separator)))
    throw new RangeError("A JSON text contains U+001E. Only white space may be unescaped.");
  return texts.join(separator);
}

/** SQL arguments of `string_to_array` that divide what `separatedJson` returned. An empty part is null, for JSON texts are not empty. */
export const divider = `chr(${separator.charCodeAt(0)}), ''`;

function isNull(value: Value): value is null | undefined {
  return value === null || value === undefined;
}

function elementText(value: Value): string {
  if (isNull(value)) return "null";
  if (typeof value !== "string") return String(value);
  return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, "\\$&") : value}"`;
}
