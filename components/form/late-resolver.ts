import type { FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/** The contract's schema as the form's, fetched at the first check instead of with the page. */
export function lateResolver<T extends FieldValues>(
  load: () => Promise<z.ZodType<T, T>>,
): Resolver<T> {
  return async (values, context, options) => {
    const [{ zodResolver }, schema] = await Promise.all([
      import("@hookform/resolvers/zod"),
      load(),
    ]);
    return zodResolver(schema)(values, context, options);
  };
}
