import * as z from "zod";
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

/**
 * Characters that have no width, or change the direction of the text around them: a name with them looks like another one,
 * or an entry of the audit log like another entry.
 */
const invisible =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;
/** Joiners where no script and no emoji needs them: at the start, and after ASCII. */
const uselessJoiners = /(^|\p{ASCII})[\u200C\u200D]+/gu;

/**
 * Schema of a name given by a person: one line, trimmed, without control characters. Invisible characters are removed and not
 * refused, because who pastes them cannot see them, and because a client may send back a name that was stored with them.
 */
export function name(complaint: string) {
  return (
    z
      .string({ error: complaint })
      .overwrite((text) => text.replace(invisible, "").replace(uselessJoiners, "$1"))
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
const searchTextLimit = 2048;
export const SearchText = z
  .string()
  .meta({ maxLength: searchTextLimit })
  .transform((text) => text.replaceAll("\0", ""))
  .pipe(z.string().trim().max(searchTextLimit, "Use at most 2,048 characters"));
