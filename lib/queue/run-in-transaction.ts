import type { Context } from "@/lib/context";
import type { TransactionQueue } from "./queue";

/**
 * Runs work in a transaction. The context that it gets has the transaction and the event queue inside it: deliveries are
 * handed to the workers after the commit, and a rollback returns what the events took of the account's limits.
 */
export async function runInTransaction<T>(
  ctx: Context,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  let queue: TransactionQueue | undefined;
  const running = ctx.db.transaction((tx) => {
    queue = ctx.queue.withTransaction(tx);
    return work({ ...ctx, db: tx, queue });
  });
  const result = await running.catch((error) => {
    queue?.rolledBack();
    throw error;
  });
  queue?.committed();
  return result;
}
