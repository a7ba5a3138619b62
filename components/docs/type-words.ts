import type { Resolve, Schema } from "./document";

const formats: Record<string, string> = {
  uuid: "UUID",
  "date-time": "time",
  uri: "URL",
  email: "e-mail address",
};

/** Returns the type of a value in a word or two. */
export function typeOf(schema: Schema, resolve: Resolve): string {
  const one = resolve(schema);
  const choices = one.anyOf ?? one.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, resolve)))].join(" or ");
  if (one.enum) return "one of";
  if (one.const !== undefined) return JSON.stringify(one.const);
  if (one.type === "array") return `list of ${plural(typeOf(one.items ?? {}, resolve))}`;
  if (one.format && formats[one.format]) return formats[one.format] ?? "";
  if (one.properties || one.type === "object") return "object";
  if (Array.isArray(one.type)) return one.type.join(" or ");
  return one.type ?? "any";
}

/** Returns the limits of a value in words. */
export function limitsOf(schema: Schema, resolve: Resolve): string[] {
  const one = resolve(schema);
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, maxProperties } = one;
  const bounded = Math.abs(maximum ?? 0) < Number.MAX_SAFE_INTEGER;
  return [
    between(minimum ?? one.exclusiveMinimum, bounded ? maximum : undefined, ""),
    between(minLength, maxLength, " characters"),
    between(minItems, maxItems, " items"),
    between(undefined, maxProperties, " members"),
    one.default === undefined ? "" : `default ${JSON.stringify(one.default)}`,
  ].filter(Boolean);
}

/** Returns the allowed values of an enum, or of the members of a list. */
export function wordsOf(schema: Schema, resolve: Resolve): string[] {
  const one = resolve(schema);
  const list = one.type === "array" && one.items ? resolve(one.items) : one;
  return (list.enum ?? []).filter((word) => word !== null).map(String);
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  const bound = Number.MAX_SAFE_INTEGER;
  const from = least === undefined || Math.abs(least) >= bound ? undefined : least;
  const shown = (value: number) => value.toLocaleString("en-US");
  if (from === undefined && most === undefined) return "";
  if (most === undefined) return from ? `at least ${shown(from)}${unit}` : "";
  if (!from && unit) return `up to ${shown(most)}${unit}`;
  return `${shown(from ?? 0)} to ${shown(most)}${unit}`;
}

function plural(word: string): string {
  return word === "one of" ? "words" : word === "any" ? "values" : `${word}s`;
}
