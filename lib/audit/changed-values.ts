import { maskUrl } from "@/lib/protocol/mask-url";

type Values = Record<string, unknown>;

/** Returns the values that differ, before and after, with secrets masked, or null when none differ. */
export function changed(before: Values, after: Values): { before: Values; after: Values } | null {
  const names = Object.keys(after).filter((name) => !same(before[name], after[name]));
  if (names.length === 0) return null;
  const pick = (from: Values) =>
    masked(Object.fromEntries(names.map((name) => [name, from[name]])));
  return { before: pick(before), after: pick(after) };
}

/** Masks values: custom headers keep their names only, URLs lose the values of their query. */
export function masked(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === "headers" ? names(value) : maskedValue(value),
    ]),
  );
}

function maskedValue(value: unknown): unknown {
  return typeof value === "string" && /^[a-z][a-z0-9+.-]*:\/\//i.test(value)
    ? maskUrl(value)
    : value;
}

function names(headers: unknown): unknown {
  return Object.fromEntries(Object.keys(headers ?? {}).map((name) => [name, "***"]));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
