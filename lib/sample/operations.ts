import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { advisoryLocks } from "@/db/locks";
import { accounts } from "@/db/schema/accounts";
import { assertSeesAll } from "@/lib/accounts/account-for";
import { sampleAccount } from "@/lib/accounts/sample-account";
import { audit } from "@/lib/audit/audit";
import type { Context } from "@/lib/context";
import { databaseUrls } from "@/lib/database-urls";
import { Problem } from "@/lib/protocol/problem";
import { accountById } from "@/lib/sql";
import { clearSample } from "./clear";
import { fillSample } from "./fill";
import { usual, type Volume } from "./volume";

const target = sampleAccount.id;

export async function readSampleData(ctx: Context) {
  const seen = await ctx.db
    .select({ accountId: accounts.id })
    .from(accounts)
    .where(accountById(ctx, target));
  const adding = await isBeingAdded(ctx.db);
  return { present: seen.length > 0, adding, accountId: seen[0]?.accountId ?? null };
}

/** Returns whether any process adds the sample data now. */
async function isBeingAdded(db: Queries): Promise<boolean> {
  const locks = await db.execute(sql`
    select from pg_locks
    where locktype = 'advisory' and objid = ${advisoryLocks.sample} and granted
      and mode = 'ExclusiveLock' and database = (select oid from pg_database where datname = current_database())`);
  return locks.length > 0;
}

/**
 * Adds the sample data unless it exists. Uses connections of its own, because it takes seconds.
 * @throws Problem 40900 if another account has its name
 */
export async function addSampleData(
  ctx: Context,
  volume: Volume = usual,
  url = databaseUrls().direct,
) {
  assertSeesAll(ctx);
  const added = await fillSample(url, volume);
  if (added) await audit(ctx, { action: "sample_data.added", target });
  const state = await readSampleData(ctx);
  if (added || state.present) return { ...state, added };
  throw new Problem(40900, `An account is already named “${sampleAccount.name}”. Rename it first.`);
}

export async function removeSampleData(
  ctx: Context,
  url = databaseUrls().direct,
): Promise<boolean> {
  assertSeesAll(ctx);
  const removed = await clearSample(url);
  if (removed) await audit(ctx, { action: "sample_data.removed", target });
  return removed;
}
