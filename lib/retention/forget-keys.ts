import type { Sql } from "@/db/client";

const batch = 1000;

/** Clears away idempotency keys past their day. Each new one takes some along; this is for when none comes. */
export async function forgetKeys(sql: Sql): Promise<void> {
  let forgotten = batch;
  while (forgotten === batch) {
    const { count } = await sql`
      delete from idempotency_keys where ctid = any(array(
        select ctid from idempotency_keys where created_at < now() - interval '24 hours'
        order by created_at limit ${batch} for update skip locked))`;
    forgotten = count;
  }
}
