import { z } from "zod";
import { Id } from "./ids";

const idsLimit = 50;

const separated = z.string().transform((text) => text.split(",").filter(Boolean));

/** A list: in a query one parameter, such as `status=failed,pending`; in a body an array as well. */
export const listOf = <const T extends readonly string[]>(words: T) =>
  z
    .union([separated, z.array(z.string().meta({ enum: words }))])
    .pipe(z.array(z.enum(words, { error: `Choose from ${words.join(", ")}` })))
    .optional()
    .describe(`Any of ${words.join(", ")}, separated by commas`);

/** The same for ids. */
export const listOfIds = z
  .union([separated, z.array(Id).meta({ minItems: 1, maxItems: idsLimit })])
  .pipe(z.array(Id).min(1, "Give an id").max(idsLimit, `Give at most ${idsLimit} ids`))
  .optional()
  .describe("One or several, separated by commas");
