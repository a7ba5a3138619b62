import { PgBoss } from "pg-boss";
import { type Contender, concurrency, delivering, type Job, type Setup } from "@/bench/contender";
import { answerCalls } from "@/bench/role";

const queue = "deliveries";
const inserted = 5000;
/** Tuned: several fetchers with batches, so that some send while others query the database. */
const fetchers = 4;
const batchSize = concurrency;

let boss: PgBoss;
let delivery: ReturnType<typeof delivering>;
let stopped = false;

const contender: Contender = {
  async prepare({ database }: Setup) {
    delivery = delivering(database);
    boss = new PgBoss({ connectionString: database, max: 10, supervise: false, schedule: false });
    await boss.start();
    await boss.createQueue(queue);
    const jobs = await delivery.jobs();
    for (let n = 0; n < jobs.length; n += inserted) {
      await boss.insert(
        queue,
        jobs.slice(n, n + inserted).map((data) => ({ data })),
      );
    }
  },
  run() {
    for (let n = 0; n < fetchers; n++) void fetchOneAfterTheOther();
  },
  async end() {
    stopped = true;
    await boss.stop({ graceful: false });
    await delivery.end();
  },
};
answerCalls(contender);

async function fetchOneAfterTheOther(): Promise<void> {
  while (!stopped) {
    const jobs = await boss.fetch<Job>(queue, { batchSize });
    if (jobs.length === 0) return;
    await Promise.all(jobs.map(({ data }) => delivery.deliver(data)));
    await boss.complete(
      queue,
      jobs.map(({ id }) => id),
    );
  }
}
