import { commonWords } from "./common-words";
import type { Parameter, Resolve, Schema } from "./document";
import { merged } from "./merged";
import { limitsOf, typeOf, wordsOf } from "./type-words";

type Row = { name: string; schema: Schema; required: boolean; description?: string | undefined };

export function rowsOfParameters(parameters: Parameter[]): Row[] {
  return parameters.map(({ name, schema, required, description }) => ({
    name,
    schema,
    required,
    description: description ?? schema.description ?? commonWords[name],
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
    description: resolve(member).description ?? commonWords[name],
  }));
}

type Props = {
  rows: Row[];
  resolve: Resolve;
  label: string;
  /** Of what comes back, nothing is required of anybody. */
  marksRequired?: boolean;
  depth?: number;
};

/** What may be given, or comes back: name, type, limits, words; members of members behind a fold. */
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
            <code key={word} className="rounded bg-idle-wash px-1.5 py-0.5 font-mono text-xs">
              {word}
            </code>
          ))}
        </p>
      )}
      {limits.length > 0 && <p className="mt-1 text-faint text-sm">{limits.join(" · ")}</p>}
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
