import type * as z from "zod";
import { WrongUsage } from "./wrong-usage";

/**
 * Returns the options of a command as its schema reads them.
 * @throws WrongUsage that names the first option that it refuses
 */
export function parseOptions<S extends z.ZodType>(schema: S, options: unknown): z.output<S> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const [{ path = [], message = "" } = {}] = parsed.error.issues;
  throw new WrongUsage(`--${String(path[0])}: ${message}.`);
}
