/** A field of a page's address: its grammar, and its value where the address does not have it. */
type Field<T, Missing = null> = {
  /** Returns the value of a text. A text that does not parse counts as missing. */
  read(text: string | null): T | Missing;
  /** Returns the text of a value; null for a default, which addresses leave out. */
  write(value: T | null): string | null;
  withDefault(value: T): Field<T, T>;
};
export type Fields = Record<string, Field<unknown, unknown>>;
export type Values<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]["read"]> };

/** The query of an address, as Next passes it to a page. */
export type SearchParams = Record<string, string | string[] | undefined>;
export type Query = SearchParams | URLSearchParams;

type Grammar<T> = { parse: (text: string) => T | null; write: (value: T) => string };

export function field<T>(grammar: Grammar<T>): Field<T> {
  return fieldWith<T, null>(grammar, null);
}

function fieldWith<T, Missing extends T | null>(
  { parse, write }: Grammar<T>,
  missing: Missing,
): Field<T, Missing> {
  const left = missing === null ? null : write(missing as T);
  return {
    read: (text) => (text === null ? missing : (parse(text) ?? missing)),
    write: (value) => {
      const text = value === null ? null : write(value);
      return text === left ? null : text;
    },
    withDefault: (value) => fieldWith<T, T>({ parse, write }, value),
  };
}

export const textField = field<string>({ parse: (text) => text, write: (text) => text });

const longestSearch = 200;

/** Search text. An empty one counts as missing. */
export const searchField = field<string>({
  // Postgres cannot store NUL in text.
  parse: (text) => text.replaceAll("\0", "").trim().slice(0, longestSearch) || null,
  write: (text) => text,
});

export const integerField = field<number>({
  parse: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : null),
  write: String,
});

/** A number of something counted from 1. */
export const ordinalField = field<number>({
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null),
  write: String,
});

export const timeField = field<Date>({
  parse: (text) => {
    const time = new Date(text);
    return Number.isNaN(time.getTime()) ? null : time;
  },
  write: (time) => time.toISOString(),
});

/** One of these words. */
export function wordField<const Word extends string>(words: readonly Word[]): Field<Word> {
  return field({
    parse: (text) => words.find((word) => word === text) ?? null,
    write: (word) => word,
  });
}

/** A comma-separated list. Parts that do not parse are dropped. */
export function listField<T>(one: Field<T>): Field<T[]> {
  return field({
    parse: (text) => text.split(",").flatMap((part) => one.read(part) ?? []),
    write: (list) => list.map((part) => one.write(part)).join(","),
  });
}

/** Returns a function that reads the fields of a query. */
export function addressReader<F extends Fields>(fields: F) {
  return (query: Query): Values<F> => {
    const values = Object.entries(fields).map(([name, each]) => [
      name,
      each.read(textIn(query, name)),
    ]);
    return Object.fromEntries(values);
  };
}

/** Returns the text of a field in a query, null without one. Of a repeated field, the first counts. */
export function textIn(query: Query, name: string): string | null {
  return query instanceof URLSearchParams ? query.get(name) : ([query[name]].flat()[0] ?? null);
}

/** Returns a function that adds the fields to a path. */
export function addressWriter<F extends Fields>(fields: F) {
  return (path: string, values: Partial<Values<F>>): string => {
    const query = new URLSearchParams();
    for (const [name, text] of Object.entries(textsOf(fields, values))) {
      if (text !== null) query.set(name, text);
    }
    return path + queryText(query);
  };
}

/** Returns the text of each field that has a value, and null for those that an address leaves out. */
export function textsOf<F extends Fields>(
  fields: F,
  values: { [Name in keyof F]?: Values<F>[Name] | null },
): Record<string, string | null> {
  const texts: Record<string, string | null> = {};
  for (const [name, each] of Object.entries(fields)) {
    const value = values[name];
    if (value !== undefined) texts[name] = each.write(value);
  }
  return texts;
}

/** Returns a query with its question mark. Separators that a query may contain stay readable. */
export function queryText(query: URLSearchParams): string {
  const text = query.toString().replace(/%(2C|2F|3A|40)/g, decodeURIComponent);
  return text && `?${text}`;
}
