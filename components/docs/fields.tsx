import { dot } from "@/lib/format";
import type { Parameter, Resolve, Schema } from "./document";
import { limitsOf, typeOf, wordsOf } from "./type-words";

type Row = { name: string; schema: Schema; required: boolean; description?: string | undefined };

export function rowsOfParameters(parameters: Parameter[]): Row[] {
  return parameters.map(({ name, schema, required, description }) => ({
    name,
    schema,
    required,
    description: description ?? schema.description,
  }));
}

export function rowsOfSchema(schema: Schema, resolve: Resolve): Row[] {
  const one = resolve(schema);
  const { properties = {}, required } = merged(
    one.type === "array" && one.items ? resolve(one.items) : one,
    resolve,
  );
  return Object.entries(properties).map(([name, member]) => ({
    name,
    schema: member,
    required: required?.includes(name) ?? false,
    description: resolve(member).description,
  }));
}

type Props = {
  rows: Row[];
  resolve: Resolve;
  label: string;
  /** Hides "required", which has no meaning in responses. */
  marksRequired?: boolean;
  depth?: number;
};

/** Members of a request or response: name, type, limits and description; nested members are collapsed. */
export function Fields({ rows, resolve, label, marksRequired = true, depth = 0 }: Props) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-line border-y">
      {rows.map((row) => (
        <li key={row.name} className="py-3">
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <code className="font-medium font-mono text-[0.8125rem] text-ink">{row.name}</code>
            <span className="text-faint text-sm">{typeOf(row.schema, resolve)}</span>
            {marksRequired && row.required && (
              <span className="font-medium text-warn text-xs">required</span>
            )}
          </p>
          <Meaning row={row} resolve={resolve} />
          {depth < 2 && <Inner {...{ row, resolve, marksRequired, depth }} />}
        </li>
      ))}
    </ul>
  );
}

function Meaning({ row, resolve }: { row: Row; resolve: Resolve }) {
  const words = wordsOf(row.schema, resolve);
  const limits = limitsOf(row.schema, resolve);
  return (
    <>
      {row.description && <p className="mt-1 text-soft">{row.description}.</p>}
      {words.length > 0 && (
        <p className="mt-1.5 flex flex-wrap gap-1">
          {words.map((word) => (
            <code
              key={word}
              className="wrap-anywhere rounded bg-idle-wash px-1.5 py-0.5 font-mono text-xs"
            >
              {word}
            </code>
          ))}
        </p>
      )}
      {limits.length > 0 && <p className="mt-1 text-faint text-sm">{limits.join(dot)}</p>}
    </>
  );
}

function Inner({ row, resolve, ...rest }: Omit<Props, "rows" | "label"> & { row: Row }) {
  const rows = rowsOfSchema(row.schema, resolve);
  if (rows.length === 0) return null;
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-6 items-center rounded text-accent text-sm hover:underline">
        Members of {row.name}
      </summary>
      <div className="mt-1 border-line border-l-2 pl-4">
        <Fields
          {...rest}
          rows={rows}
          resolve={resolve}
          label={`Members of ${row.name}`}
          depth={(rest.depth ?? 0) + 1}
        />
      </div>
    </details>
  );
}

/** Merges a discriminated union into one schema with the members of all variants. */
function merged(schema: Schema, resolve: Resolve): Schema {
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
