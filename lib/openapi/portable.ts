type Json = Record<string, unknown>;

const safe = Number.MAX_SAFE_INTEGER;
const int32 = 2 ** 31;

/**
 * Rewrites a JSON Schema of Zod into an equivalent one that code generators support: no `const`, tuples,
 * `propertyNames` or unions of a list and its text form, and a format for every number.
 */
export function portable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(portable);
  if (schema === null || typeof schema !== "object") return schema;
  const members = Object.entries(schema as Json).map(([name, value]) => [name, portable(value)]);
  return rewrites.reduce((one, rewrite) => rewrite(one), Object.fromEntries(members));
}

const rewrites: ((schema: Json) => Json)[] = [
  withoutTuple,
  withoutTextForm,
  withoutUnionOfTexts,
  withoutConst,
  withoutPropertyNames,
  withNumberFormat,
  withoutPatternBesideFormat,
];

/** Replaces a tuple of equal members by an array of that length. */
function withoutTuple({ prefixItems, items, ...rest }: Json): Json {
  if (!Array.isArray(prefixItems)) return items === undefined ? rest : { ...rest, items };
  const length = prefixItems.length;
  return { ...rest, items: prefixItems[0], minItems: length, maxItems: length };
}

/** Removes the text form of `listOf`, so that only the array is described. */
function withoutTextForm({ anyOf, ...rest }: Json): Json {
  if (!Array.isArray(anyOf)) return rest;
  const list = anyOf.find(({ type }) => type === "array");
  return list && anyOf.some(({ type }) => type === "string")
    ? { ...list, ...rest }
    : { ...rest, anyOf };
}

/** Replaces a union of an empty text and a pattern by text. */
function withoutUnionOfTexts({ anyOf, ...rest }: Json): Json {
  if (!Array.isArray(anyOf)) return rest;
  if (!anyOf.every(({ type, $ref }) => type === "string" && !$ref)) return { ...rest, anyOf };
  const lengths = anyOf.map(({ maxLength = 0 }) => maxLength);
  return { type: "string", maxLength: Math.max(...lengths), ...rest };
}

function withoutConst({ const: word, ...rest }: Json): Json {
  return word === undefined ? rest : { ...rest, enum: [word] };
}

/** Removes `propertyNames`: names are always text. */
function withoutPropertyNames({ propertyNames: _, ...rest }: Json): Json {
  return rest;
}

function withNumberFormat({ minimum, maximum, ...rest }: Json): Json {
  const least = typeof minimum === "number" && minimum > -safe ? minimum : undefined;
  const most = typeof maximum === "number" && maximum < safe ? maximum : undefined;
  const bounds = {
    ...(least !== undefined && least !== -int32 && { minimum: least }),
    ...(most !== undefined && most !== int32 - 1 && { maximum: most }),
  };
  if (Array.isArray(rest.enum) && rest.enum.every(Number.isInteger)) {
    return { ...rest, type: "integer", format: "int32" };
  }
  if (rest.type === "number") return { ...rest, format: "double", ...bounds };
  if (rest.type !== "integer") return { ...rest, ...bounds };
  return { ...rest, format: (most ?? int32) < int32 ? "int32" : "int64", ...bounds };
}

function withoutPatternBesideFormat({ pattern, ...rest }: Json): Json {
  return pattern === undefined || rest.format ? rest : { ...rest, pattern };
}
