import * as z from "zod";
import { describeMembers } from "./common-words";
import { portable } from "./portable";
import { nameOfWords } from "./vocabulary";

type Json = Record<string, unknown>;

const prefix = "#/components/schemas/";

/** Collects the named schemas of a document while its operations are described. */
export class Schemas {
  readonly #kept: Record<string, Json> = {};
  readonly #converted = new Map<z.ZodType, Json>();

  /**
   * Returns the JSON Schema of a type. Stores a named one and returns a reference to it. Converts each type once: hundreds of
   * responses share that of errors.
   */
  of(type: z.ZodType): Json {
    const known = this.#converted.get(type) ?? this.#convert(type);
    this.#converted.set(type, known);
    return known;
  }

  #convert(type: z.ZodType): Json {
    const text = JSON.stringify(z.toJSONSchema(type, { io: "input", unrepresentable: "any" }));
    const { $schema: _, $defs = {}, ...rest } = JSON.parse(text.replaceAll("#/$defs/", prefix));
    for (const [name, schema] of Object.entries<Json>($defs)) this.#keep(name, schema);
    return this.#withWords(portable(rest)) as Json;
  }

  /** Returns the stored schemas by name. A union of objects gets its discriminator. */
  all(): Record<string, Json> {
    const sorted = Object.entries(this.#kept).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([name, one]) => [name, describeMembers(this.#withDiscriminator(one))]),
    );
  }

  #keep(name: string, { id: _, ...schema }: Json): void {
    this.#kept[name] = this.#withWords(portable(schema)) as Json;
  }

  /** Moves every named list of words to the named schemas. */
  #withWords(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.#withWords(one));
    if (schema === null || typeof schema !== "object") return schema;
    const { enum: words, type, format, ...rest } = schema as Json;
    const name = Array.isArray(words) ? nameOfWords(words) : undefined;
    if (name === undefined) {
      const members = Object.entries(schema).map(([key, value]) => [key, this.#withWords(value)]);
      return Object.fromEntries(members);
    }
    this.#kept[name] = { type, ...(format !== undefined && { format }), enum: words };
    return { $ref: prefix + name, ...rest };
  }

  #withDiscriminator(schema: Json): Json {
    const options = (schema.oneOf as { $ref?: string }[] | undefined) ?? [];
    const mapping: Record<string, string> = {};
    let propertyName = "";
    for (const { $ref = "" } of options) {
      const [name, word] = wordOf(this.#kept[$ref.slice(prefix.length)] ?? {});
      propertyName = name;
      mapping[word] = $ref;
    }
    return propertyName ? { ...schema, discriminator: { propertyName, mapping } } : schema;
  }
}

/** Returns the property of an object that has a single possible word, with the word. */
function wordOf({ properties = {} }: { properties?: Record<string, { enum?: string[] }> }) {
  const found = Object.entries(properties).find(([, member]) => member.enum?.length === 1);
  return [found?.[0] ?? "", found?.[1].enum?.[0] ?? ""] as const;
}
