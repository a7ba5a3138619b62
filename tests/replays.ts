import { afterEach, beforeEach, expect } from "vitest";
import type { Context } from "@/lib/context";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { ReplayDraft } from "@/lib/replays/contract";
import { createReplay, readReplay } from "@/lib/replays/operations";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { startWorker } from "@/worker/start-worker";
import { eventually } from "./eventually";
import { toLoopback } from "./to-loopback";

const settings = {
  WORKER_CONCURRENCY: 16,
  ...toLoopback,
};

type Hook = Awaited<ReturnType<ReturnType<typeof makers>["webhook"]>>;

/** Gives each test of a file a receiver, a webhook of a new account and functions to replay its deliveries. */
export async function replayTests() {
  const { sql, db, url } = await freshDatabase();
  const make = makers(sql);
  const current = {} as { receiver: Receiver; hook: Hook; ctx: Context };
  let workers: ReturnType<typeof startWorker>[] = [];

  beforeEach(async () => {
    current.receiver = await startReceiver();
    current.hook = await make.webhook({
      callbackUrl: current.receiver.url,
      // A busy machine must not time out: each further attempt would be counted.
      deadlineSeconds: 15,
    });
    current.ctx = {
      db,
      queue: transactionalEventQueue(db),
      accountId: current.hook.accountId,
      actor: { kind: "anonymous" },
      scopes: [],
      requestId: "test",
    };
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
    await current.receiver.close();
  });

  return {
    sql,
    db,
    make,
    current,
    /** Starts a worker, which is stopped after the test. */
    work() {
      const worker = startWorker(url, settings);
      workers.push(worker);
      return worker;
    },
    replay: (draft: object) =>
      createReplay(current.ctx, ReplayDraft.parse({ ratePerSecond: 1000, ...draft })),
    /** Waits until the replay has these figures. */
    ended: (id: string, figures: object) =>
      eventually(async () => expect(await readReplay(current.ctx, id)).toMatchObject(figures)),
    /** Creates deliveries that are over. They ended in an earlier millisecond than a replay begins: times that are equal count as later. */
    async over(
      count: number,
      status: "failed" | "delivered" | "cancelled",
      to: Hook = current.hook,
    ) {
      const made = await Promise.all(
        Array.from({ length: count }, () => make.delivery(to, { status, attempt: 10 })),
      );
      const ids = made.map(({ id }) => id);
      await sql`delete from queue where delivery_id = any(${ids})`;
      await sql`update deliveries set finished_at = now() - interval '2 ms' where id = any(${ids})`;
      return made;
    },
    async queued(replayId: string) {
      const [row] = await sql`
        select count(*)::int as all, count(*) filter (where not leased)::int as waiting
        from queue where replay_id = ${replayId}`;
      return row;
    },
  };
}
