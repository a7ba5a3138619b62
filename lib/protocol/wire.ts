import { z } from "zod";
import { maskUrl } from "./mask-url";

/** A `Date` in the code, ISO text on the wire; the one place where the two meet. */
export const Timestamp = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** Where a delivery went, for a log: the webhook itself shows its address as it was given. */
export const MaskedUrl = z
  .codec(z.string(), z.string(), { decode: (url) => url, encode: maskUrl })
  .describe("Values of parameters such as token, key or sig are masked");

/** A column that may be null, left out of the answer while it is: the contract has no nulls. */
export function present<T extends z.ZodType>(schema: T) {
  return z
    .codec(schema.optional(), z.custom<z.output<T> | null | undefined>(), {
      decode: (value) => value as z.output<T> | undefined,
      encode: (value) => (value ?? undefined) as never,
    })
    .optional();
}

/** Unicode's category Cc, for the brackets of a pattern. */
export const controls = "\\u0000-\\u001F\\u007F-\\u009F";

/** A name that a person gives: one line, trimmed, in characters that every screen and database can keep. */
export function name(complaint: string) {
  return (
    z
      .string({ error: complaint })
      .trim()
      .min(1, complaint)
      .max(100, "Use at most 100 characters")
      .regex(/^\P{Cc}*$/u, "Use no control characters")
      // As every language's expressions can tell it.
      .meta({ pattern: `^[^${controls}]*[^\\s${controls}][^${controls}]*$` })
  );
}

/** What somebody looks for. No text that Postgres keeps has a NUL in it, nor can Postgres be asked for one. */
export const SearchText = z
  .string()
  .transform((text) => text.replaceAll("\0", ""))
  .pipe(z.string().trim().max(2048, "Use at most 2,048 characters"));
