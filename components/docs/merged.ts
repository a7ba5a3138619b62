import type { Resolve, Schema } from "./document";

/** One schema of several that are told apart by a word: the members of all, and the words in one list. */
export function merged(schema: Schema, resolve: Resolve): Schema {
  const choices = (schema.oneOf ?? schema.anyOf ?? []).map(resolve).filter((one) => one.properties);
  const [first, ...others] = choices;
  if (!first) return schema;
  return others.reduce(both, first);
}

function both(one: Schema, other: Schema): Schema {
  const properties = { ...one.properties };
  for (const [name, member] of Object.entries(other.properties ?? {})) {
    const known = properties[name];
    properties[name] = known ? either(known, member) : member;
  }
  const required = one.required?.filter((name) => other.required?.includes(name));
  return { ...one, properties, ...(required && { required }) };
}

function either(one: Schema, other: Schema): Schema {
  const words = [...wordsIn(one), ...wordsIn(other)];
  if (words.length > 0) return { type: "string", enum: [...new Set(words)] };
  if (!(one.properties && other.properties)) return one;
  return both(one, other);
}

function wordsIn({ const: word, enum: words = [] }: Schema): unknown[] {
  return word === undefined ? words : [word];
}
