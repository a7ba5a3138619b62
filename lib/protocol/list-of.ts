import * as z from "zod";
import { Id } from "./ids";

const idsLimit = 50;

const separated = z.string().transform((text) => text.split(",").filter(Boolean));

/** Returns the values of a list filter. A list without values, such as `status=`, chooses everything, as no list does. */
export function chosen<T>(list: T[] | undefined): T[] | undefined {
  return list?.length ? list : undefined;
}

/** Removes duplicates, so that a list is never longer than its vocabulary. */
const distinct = <T>(values: T[]): T[] => [...new Set(values)];

/** Schema of a list: in a query one parameter, such as `status=failed,pending`; in a body an array as well. */
export const listOf = <const T extends readonly string[]>(words: T) =>
  z
    .union([separated, z.array(z.string().meta({ enum: words }))])
    .transform(distinct)
    .pipe(z.array(z.enum(words, { error: `Choose from ${words.join(", ")}` })))
    .optional()
    .describe("One or several, separated by commas");

/** Schema of a list of ids. */
export const listOfIds = z
  .union([separated, z.array(Id).meta({ minItems: 1, maxItems: idsLimit })])
  .transform(distinct)
  .pipe(z.array(Id).min(1, "Give an id").max(idsLimit, `Give at most ${idsLimit} ids`))
  .optional()
  .describe("One or several, separated by commas");
