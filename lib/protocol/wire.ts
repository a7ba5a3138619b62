import { z } from "zod";
import { maskUrl } from "./mask-url";

/** Converts between a `Date` in code and ISO 8601 text in JSON. The only place that does. */
export const Timestamp = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** URL of a delivery as the log shows it. Only the webhook itself shows its URL unmasked. */
export const MaskedUrl = z
  .codec(z.string(), z.string(), { decode: (url) => url, encode: maskUrl })
  .describe("The values of its query are masked");

/** Schema of a nullable column. A null is left out of the response: the contract has no nulls. */
export function present<T extends z.ZodType>(schema: T) {
  return z
    .codec(schema.optional(), z.custom<z.output<T> | null | undefined>(), {
      decode: (value) => value as z.output<T> | undefined,
      encode: (value) => (value ?? undefined) as never,
    })
    .optional();
}

/** Unicode category Cc, for use inside the brackets of a pattern. */
export const controls = "\\u0000-\\u001F\\u007F-\\u009F";

/** Schema of a name given by a person: one line, trimmed, without control characters. */
export function name(complaint: string) {
  return (
    z
      .string({ error: complaint })
      .trim()
      .min(1, complaint)
      .max(100, "Use at most 100 characters")
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, "Use no control characters")
      // In a form that the regular expressions of every client language support.
      .meta({ pattern: `^[^${controls}]*[^\\s${controls}][^${controls}]*$` })
  );
}

/**
 * Schema of one line of text that is compared with a column. Refuses NUL, which Postgres cannot store, and lone
 * surrogates, which have no UTF-8.
 */
export const lineOfAtMost = (limit: number) =>
  z
    .string()
    .max(limit, `Use at most ${limit} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, "Use no control characters")
    .meta({ pattern: `^[^${controls}]*$` });

/** Schema of a search text. Postgres stores no NUL and takes none in a parameter. */
export const SearchText = z
  .string()
  .transform((text) => text.replaceAll("\0", ""))
  .pipe(z.string().trim().max(2048, "Use at most 2,048 characters"));
