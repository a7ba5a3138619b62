import type { Sql } from "@/db/client";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";

/** Functions that read the state of a delivery by its id: its row in the log, its row in the queue, and an attempt. */
export function deliveryState(sql: Sql) {
  return {
    async delivery(id: string) {
      const [row] = await sql`
        select status, attempts, cause, status_code, duration_ms, finished_at is not null as finished
        from deliveries where id = ${id}`;
      return row;
    },

    /** `wait` is the time until the delivery is due, in seconds, exact only in `atOneTime`; null while it is parked. */
    async queued(id: string) {
      const [row] = await sql`
        select due_at::text as due, attempt, step, leased, lost, lane, trigger, resume_at,
          case when isfinite(due_at) then ceil(extract(epoch from due_at - now()::timestamptz(3)))::int end as wait
        from queue where delivery_id = ${id}`;
      return row;
    },

    /** The row in the log of the attempt for which a delivery is leased. */
    async attempt({ deliveryId, attempt }: Pick<LeasedDelivery, "deliveryId" | "attempt">) {
      const [row] =
        await sql`select * from attempts where delivery_id = ${deliveryId} and number = ${attempt}`;
      return row;
    },
  };
}

/** Runs `work` in a transaction, in which `now()` is constant however slow the machine. */
export async function atOneTime<T>(sql: Sql, work: (transaction: Sql) => Promise<T>): Promise<T> {
  const transaction = await sql.reserve();
  try {
    await transaction`begin`;
    const result = await work(transaction);
    await transaction`commit`;
    return result;
  } catch (error) {
    await transaction`rollback`;
    throw error;
  } finally {
    transaction.release();
  }
}
