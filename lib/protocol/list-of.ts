import { z } from "zod";
import { Id } from "./ids";

const idsLimit = 50;

/** A list: in a query one parameter, such as `status=failed,pending`; in a body an array as well. */
export const listOf = <const T extends readonly string[]>(words: T) =>
  z
    .union([z.string().transform((text) => text.split(",").filter(Boolean)), z.array(z.string())])
    .pipe(z.array(z.enum(words, { error: `Choose from ${words.join(", ")}` })))
    .optional()
    .describe(`Any of ${words.join(", ")}, separated by commas`);

/** The same for ids. */
export const listOfIds = z
  .union([z.string().transform((text) => text.split(",").filter(Boolean)), z.array(Id)])
  .pipe(z.array(Id).min(1, "Give an id").max(idsLimit, `Give at most ${idsLimit} ids`))
  .optional()
  .describe("One or several, separated by commas");
