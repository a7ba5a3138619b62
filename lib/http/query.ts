import { z } from "zod";

const listsOf = new WeakMap<z.ZodObject, Set<string>>();

/**
 * Returns the parameters of a query. A list is one parameter with commas, or several of one name. Of any other
 * parameter the last one counts.
 */
export function readQuery(schema: z.ZodObject, search: URLSearchParams): Record<string, string> {
  const query = Object.fromEntries(search);
  if (Object.keys(query).length === search.size) return query;
  for (const name of listNames(schema)) {
    if (search.has(name)) query[name] = search.getAll(name).join();
  }
  return query;
}

/** Returns the names of the parameters that are lists. */
function listNames(schema: z.ZodObject): Set<string> {
  const known = listsOf.get(schema);
  if (known) return known;
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const lists = Object.entries(properties).filter(
    ([, one]) => typeof one === "object" && one.anyOf?.some(isArray),
  );
  const names = new Set(lists.map(([name]) => name));
  listsOf.set(schema, names);
  return names;
}

function isArray(choice: z.core.JSONSchema._JSONSchema): boolean {
  return typeof choice === "object" && choice.type === "array";
}
