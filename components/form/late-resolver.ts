import type { FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/** Resolver that loads the contract's schema at the first validation instead of with the page. */
export function lateResolver<T extends FieldValues>(
  load: () => Promise<z.ZodType<T, T>>,
): Resolver<T> {
  return async (values, context, options) => {
    const [{ zodResolver }, { explain }, schema] = await Promise.all([
      import("@hookform/resolvers/zod"),
      import("@/lib/protocol/explain"),
      load(),
    ]);
    return zodResolver(schema, { error: explain })(values, context, options);
  };
}
