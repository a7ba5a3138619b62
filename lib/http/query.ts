import * as z from "zod";
import { invalid } from "./check";

const listsOf = new WeakMap<z.ZodObject, Set<string>>();

/**
 * Returns the parameters of a query. A list is one parameter with commas, or several of one name. Of any other parameter the last
 * one counts, except where unknown parameters are refused.
 * @throws Problem 40000 there for parameters that are given more than once
 */
export function readQuery(schema: z.ZodObject, search: URLSearchParams): Record<string, string> {
  const query = Object.fromEntries(search);
  if (Object.keys(query).length === search.size) return query;
  const lists = listNames(schema);
  if (refusesUnknown(schema)) {
    const single = Object.keys(schema.shape).filter((name) => !lists.has(name));
    assertGivenOnce(search, single);
  }
  for (const name of lists) {
    if (search.has(name)) query[name] = search.getAll(name).join();
  }
  return query;
}

/**
 * Checks that a request has no query parameters. For operations that take their filter in the body.
 * @throws Problem 40000 that names each parameter
 */
export function assertNoQuery(search: URLSearchParams): void {
  const message = "This operation takes no query parameters. Give the filter in the body";
  if (search.size > 0) throw invalid([...search.keys()].map((path) => ({ path, message })));
}

function refusesUnknown({ def }: z.ZodObject): boolean {
  return def.catchall instanceof z.ZodNever;
}

function assertGivenOnce(search: URLSearchParams, names: string[]): void {
  const repeated = names.filter((path) => search.getAll(path).length > 1);
  const message = "Give one value: this parameter takes no list";
  if (repeated.length > 0) throw invalid(repeated.map((path) => ({ path, message })));
}

/** Returns the names of the parameters that are lists. */
function listNames(schema: z.ZodObject): Set<string> {
  const known = listsOf.get(schema);
  if (known) return known;
  const names = new Set(Object.keys(schema.shape).filter((name) => isList(schema.shape[name])));
  listsOf.set(schema, names);
  return names;
}

/** The schema of one parameter: that of the whole query is only a reference if it has an id of its own. */
function isList(parameter: z.core.$ZodType): boolean {
  const { anyOf } = z.toJSONSchema(parameter, { io: "input", unrepresentable: "any" });
  return anyOf?.some((choice) => choice.type === "array") ?? false;
}
