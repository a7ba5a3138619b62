import { sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { HealthState } from "./contract";
import { statesOf } from "./states";

/** Counts webhooks by state. The header of every page shows the result. */
export function countStates(ctx: Context): Promise<{ state: HealthState; n: number }[]> {
  return ctx.db.execute(
    sql`select state, count(*)::int as n from (${statesOf(ctx)}) states group by 1`,
  );
}
