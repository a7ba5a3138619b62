import fc from "fast-check";

export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  format?: string;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
};
export type Schemas = Record<string, Schema>;

/** Texts and numbers that often break servers. */
const hostileTexts = [
  ...["", " ", "\0", "\ud800", "\u202e", "%00", "%zz", "../../etc/passwd", "__proto__", "null"],
  ...["' or 1=1 --", "$1", "{{7*7}}", "\r\nx: y", "é".repeat(300), "9".repeat(400), "-1", "1e400"],
  ...["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "infinity", "http://[::1]:0/"],
];
const hostileNumbers = [0, -0, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.MIN_VALUE];

export const hostileText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: "binary", maxLength: 50 }),
);
const anything = fc.oneof(fc.jsonValue(), hostileText, fc.constantFrom(...hostileNumbers));

/** Values of the schema, with an occasional invalid value at any depth. */
export function fromSchema(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: described(schema, schemas) },
    { weight: 1, arbitrary: anything },
  );
}

function described(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  const { $ref, enum: words, anyOf, oneOf, allOf, type } = schema;
  if ($ref) return described(schemas[$ref.split("/").at(-1)!]!, schemas);
  if ("const" in schema) return fc.constant(schema.const);
  if (words) return fc.constantFrom(...words);
  const choices = anyOf ?? oneOf ?? allOf;
  if (choices) return fc.oneof(...choices.map((choice) => described(choice, schemas)));
  switch (Array.isArray(type) ? type[0] : type) {
    case "string":
      return texts(schema);
    case "integer":
    case "number":
      return fc.oneof(fc.integer({ min: -5, max: 500 }), fc.constantFrom(...hostileNumbers));
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(fromSchema(schema.items ?? {}, schemas), { maxLength: 4 });
    case "object":
      return objects(schema, schemas);
    default:
      return anything;
  }
}

function texts({ format, examples = [] }: Schema): fc.Arbitrary<unknown> {
  const formats: Record<string, fc.Arbitrary<string>> = {
    uuid: fc.uuid(),
    uri: fc.webUrl({ withQueryParameters: true }),
    email: fc.emailAddress(),
    "date-time": fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  };
  const right = formats[format ?? ""] ?? fc.string({ maxLength: 30 });
  const fromExamples = examples.length > 0 ? [fc.constantFrom(...examples)] : [];
  return fc.oneof(right, ...fromExamples, hostileText);
}

function objects({ properties = {}, required = [] }: Schema, schemas: Schemas) {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fromSchema(schema, schemas)]),
  );
  const known = fc.record(model, { requiredKeys: required.filter((name) => name in model) });
  const surprise = fc.dictionary(hostileText, anything, { maxKeys: 1, noNullPrototype: true });
  return fc.oneof(
    { weight: 9, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, surprise).map(([a, b]) => ({ ...a, ...b })) },
  );
}
