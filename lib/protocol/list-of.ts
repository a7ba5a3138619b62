import { z } from "zod";

/** A list in one parameter, such as `status=failed,pending`. */
export const listOf = <const T extends readonly string[]>(words: T) =>
  z
    .string()
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(z.enum(words, { error: `Choose from ${words.join(", ")}` })))
    .optional()
    .describe(`Any of ${words.join(", ")}, separated by commas`);
