import type { FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod";

/**
 * Zod reads this as it loads. Otherwise it would try to compile code with `new Function`, which the policy of the pages forbids
 * and browsers report.
 */
const withoutEval = { __zod_globalConfig: { jitless: true } };

/** Resolver that loads the contract's schema at the first validation instead of with the page. */
export function lazyResolver<T extends FieldValues>(
  load: () => Promise<z.ZodType<T, T>>,
): Resolver<T> {
  return async (values, context, options) => {
    if (!("__zod_globalConfig" in globalThis)) Object.assign(globalThis, withoutEval);
    const [{ zodResolver }, { explain }, schema] = await Promise.all([
      import("@hookform/resolvers/zod"),
      import("@/lib/protocol/explain"),
      load(),
    ]);
    return zodResolver(schema, { error: explain })(values, context, options);
  };
}
