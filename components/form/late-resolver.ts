import type { FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { explain } from "@/lib/protocol/explain";

/** Resolver that loads the contract's schema at the first validation instead of with the page. */
export function lateResolver<T extends FieldValues>(
  load: () => Promise<z.ZodType<T, T>>,
): Resolver<T> {
  return async (values, context, options) => {
    const [{ zodResolver }, schema] = await Promise.all([
      import("@hookform/resolvers/zod"),
      load(),
    ]);
    return zodResolver(schema, { error: explain })(values, context, options);
  };
}
