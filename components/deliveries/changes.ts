import diff, { type Difference } from "microdiff";
import type { AttemptDetail } from "@/lib/deliveries/queries";

export type Change = {
  kind: "added" | "removed" | "changed";
  name: string;
  before: string | undefined;
  after: string | undefined;
};
const kinds = { CREATE: "added", REMOVE: "removed", CHANGE: "changed" } as const;
type Headers = readonly (readonly [string, string])[];
type Response = AttemptDetail["response"];

/** Returns added, removed and changed headers; repeated headers are compared as one list. */
export function headerChanges(before: Headers = [], after: Headers = []): Change[] {
  const [from, to] = [valuesOf(before), valuesOf(after)];
  const names = [...new Set([...from.keys(), ...to.keys()])];
  return names.flatMap((name) => changeOf(name, from.get(name), to.get(name)));
}

/** Returns the JSON paths that differ; other and too deeply nested bodies are compared as a whole. */
export function bodyChanges(before: Response, after: Response): Change[] {
  const whole = changeOf("the whole body", before?.body, after?.body);
  const [from, to] = [parsed(before), parsed(after)];
  if (whole.length === 0 || !from || !to) return whole;
  try {
    return diff(from, to).map(changeAt);
  } catch (error) {
    if (error instanceof RangeError) return whole;
    throw error;
  }
}

function changeAt(change: Difference): Change {
  return {
    kind: kinds[change.type],
    name: change.path.join("."),
    before: "oldValue" in change ? JSON.stringify(change.oldValue) : undefined,
    after: "value" in change ? JSON.stringify(change.value) : undefined,
  };
}

function changeOf(name: string, before: string | undefined, after: string | undefined): Change[] {
  if (before === after) return [];
  const kind = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  return [{ kind, name, before, after }];
}

function valuesOf(headers: Headers): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const earlier = values.get(key);
    values.set(key, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return values;
}

function parsed(response: Response): object | undefined {
  try {
    const value: unknown = JSON.parse(response?.body ?? "");
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
