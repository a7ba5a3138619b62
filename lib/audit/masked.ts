import { maskUrl } from "@/lib/protocol/mask-url";

type Values = Record<string, unknown>;

/** Only what differs, as it was and as it is, with what may grant access masked; null when nothing does. */
export function changed(before: Values, after: Values): { before: Values; after: Values } | null {
  const names = Object.keys(after).filter((name) => !same(before[name], after[name]));
  if (names.length === 0) return null;
  const pick = (from: Values) =>
    masked(Object.fromEntries(names.map((name) => [name, from[name]])));
  return { before: pick(before), after: pick(after) };
}

/** Headers of an owner's are shown by name alone, addresses without the values of telling parameters. */
export function masked(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === "headers" ? names(value) : told(value),
    ]),
  );
}

function told(value: unknown): unknown {
  return typeof value === "string" ? maskUrl(value) : value;
}

function names(headers: unknown): unknown {
  return Object.fromEntries(Object.keys(headers ?? {}).map((name) => [name, "***"]));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
