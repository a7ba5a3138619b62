import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { ZodError } from "zod";
import type { Queries } from "@/db/client";
import { replays } from "@/db/schema/replays";
import { audit } from "@/lib/audit/audit";
import { accountOf } from "./choice";

/** Steps of a replay that may fail in a row. With the waits between them this takes eight and a half minutes. */
const failureLimit = 10;
const longestWaitSeconds = 300;

/** SQLSTATE of a statement that the database cancelled at its time limit. */
const statementCancelled = "57014";

type Failed = { accountId: string | null; choice: string; ended: boolean };

/**
 * Postpones the next step of a replay by 1, 2, 4 … seconds of the database's clock, up to five minutes. The tenth failure
 * in a row ends the replay as failed: deliveries already queued are still sent and counted, the others count as cancelled.
 */
export async function recordFailure(db: Queries, id: string, error: unknown): Promise<void> {
  const reason = `${failureLimit} steps in a row failed. ${reasonOf(error)}`;
  await db.transaction(async (tx) => {
    const [failed] = await tx.execute<Failed>(sql`
      with was as (
        select id, failures + 1 as failures, status = 'running' and failures + 1 >= ${failureLimit} as ends
        from ${replays} where id = ${id}::uuid and finished_at is null for update
      )
      update ${replays} r set failures = was.failures,
        next_step_at = now() + case when ends then interval '0' else
          least(power(2, least(was.failures, 20) - 1), ${longestWaitSeconds}) * interval '1 second' end,
        status = case when ends then 'failed' else status end,
        failure = case when ends then ${reason} else failure end
      from was where r.id = was.id
      returning account_id as "accountId", choice, ends as ended`);
    if (!failed?.ended) return;
    const accountId = accountOf(failed);
    const system = { actor: { kind: "system" as const }, accountId, requestId: uuidv7() };
    await audit({ ...system, db: tx }, { action: "replay.failed", target: id, after: { reason } });
  });
}

/**
 * Returns the reason shown to the person who started the replay. The error itself is only logged, because it may quote
 * values.
 */
function reasonOf(error: unknown): string {
  if (error instanceof ZodError)
    return "The filter is not valid in this version. Start a new replay.";
  const code = sqlStateOf(error);
  if (code === statementCancelled) {
    return "The search took longer than the database allows. Narrow the filter, then start a new replay.";
  }
  const what = code ? `The database refused a statement (SQLSTATE ${code}).` : "An internal error.";
  return `${what} The server log has the error under the id of this replay.`;
}

/** Returns the SQLSTATE of an error. Drizzle wraps the driver's error. */
function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  return /^[0-9A-Z]{5}$/.test(code) ? code : sqlStateOf(error.cause);
}
