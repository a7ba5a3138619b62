import { type SQL, sql } from "drizzle-orm";
import { tallies, tallyEntries, tallyTimes } from "@/db/schema/tallies";
import type { Grain } from "./grains";

/** Account, webhooks and time range of attempts. */
export type Choice = {
  grain: Grain;
  /** Start and end, on bounds of slots. Without `to`, the range ends now. */
  from: SQL;
  to?: SQL | undefined;
  accountId: string | null;
  webhooks?: readonly string[] | undefined;
};

/** Selects attempts by slot and result: folded tallies and entries not folded yet, as one table. */
export function counted(choice: Choice): SQL {
  return sql`
    select at, account_id, webhook_id, event, result, cause, status_code, n, last_at
    from ${tallies} where grain = ${grainOf(choice)} and ${inChoice(choice)}
    union all
    select ${slotOf(choice)}, account_id, webhook_id, event, result, cause, status_code, n, at
    from ${tallyEntries} where ${inChoice(choice)}`;
}

/**
 * Selects attempts by webhook and duration class. Each half is summed before the union, because there are many rows.
 */
export function durationsOf(choice: Choice): SQL {
  return sql`
    select webhook_id, took, sum(n)::int as n
    from ${tallyTimes} where grain = ${grainOf(choice)} and ${inChoice(choice)} group by 1, 2
    union all
    select webhook_id, unnest(times), 1
    from ${tallyEntries} where ${inChoice(choice)}`;
}

function inChoice({ from, to, accountId, webhooks }: Choice): SQL {
  const conditions = [sql`at >= ${from}`];
  if (to) conditions.push(sql`at < ${to}`);
  if (accountId !== null) conditions.push(sql`account_id = ${accountId}::uuid`);
  if (webhooks) conditions.push(sql`webhook_id in ${webhooks}`);
  return sql.join(conditions, sql` and `);
}

/** Returns the grain as a literal, so that the planner can estimate the rows. */
function grainOf({ grain }: Choice): SQL {
  return sql.raw(String(grain));
}

function slotOf({ grain }: Choice): SQL {
  return sql.raw(`date_bin('${grain} minutes', at, 'epoch')`);
}
