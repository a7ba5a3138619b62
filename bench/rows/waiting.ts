import type { Sql } from "@/db/client";
import { claim } from "@/lib/queue/claim";
import { type Figure, median } from "../measure";
import type { Scope } from "../scope";
import { furnish, publish } from "../world";

const few = 1000;
const batch = 400;
const webhooks = 100;

/** Cost of a claim with a growing backlog: the index must keep it constant. */
export async function waiting({ database: { sql }, quick, rounds }: Scope): Promise<Figure[]> {
  const many = quick ? 1_000_000 : 10_000_000;
  const ids = await furnish(sql, Array(webhooks).fill("http://127.0.0.1:9/"));
  await publish(
    sql,
    Array.from({ length: few }, (_, n) => ids[n % webhooks] ?? ""),
  );
  await sql`vacuum analyze queue`;
  const cheap = await claimMs(sql, rounds);
  await multiply(sql, many);
  await sql`vacuum analyze queue`;
  const dear = await claimMs(sql, rounds);
  return [
    {
      row: "waiting",
      what: `claim of ${batch} with ${many.toLocaleString("en")} waiting`,
      figure: dear,
      unit: "ms",
      reference: { name: `ms with ${few.toLocaleString("en")}`, figure: cheap },
      goal: { of: "ratio", atMost: 1.3 },
    },
  ];
}

/** Released each time, so that the next claim finds the same rows. */
async function claimMs(sql: Sql, rounds: number): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < rounds * 10; n++) {
    await sql
      .begin(async (transaction) => {
        const startedAt = performance.now();
        await claim(transaction as unknown as Sql, { limit: batch });
        took.push(performance.now() - startedAt);
        throw new TakenBack();
      })
      .catch((error) => {
        if (!(error instanceof TakenBack)) throw error;
      });
  }
  return median(took);
}

class TakenBack extends Error {}

/** Inserts queue rows only; their events exist already. */
async function multiply(sql: Sql, count: number): Promise<void> {
  await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, due_at)
    select new_id(), q.event_id, q.webhook_id, q.account_id, q.trigger, now() + n * interval '1 microsecond'
    from generate_series(1, ${Math.ceil(count / few)}) n, queue q`;
}
