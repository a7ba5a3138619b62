import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { type Contender, concurrency, delivering, type Setup } from "@/bench/contender";
import type { Job } from "@/bench/job";
import { answerCalls } from "@/bench/role";

const name = "deliveries";
const inserted = 5000;

let redis: Redis;
let worker: Worker<Job>;
let delivery: ReturnType<typeof delivering>;

const contender: Contender = {
  async prepare(setup: Setup) {
    delivery = delivering(setup.database);
    redis = new Redis(setup.redis, { maxRetriesPerRequest: null });
    await redis.flushall();
    const queue = new Queue<Job>(name, { connection: redis });
    const opts = { removeOnComplete: true, removeOnFail: true };
    const jobs = await delivery.jobs();
    for (let n = 0; n < jobs.length; n += inserted) {
      await queue.addBulk(
        jobs.slice(n, n + inserted).map((data) => ({ name: "deliver", data, opts })),
      );
    }
  },
  run() {
    worker = new Worker<Job>(name, ({ data }) => delivery.deliver(data), {
      connection: redis,
      concurrency,
    });
  },
  async end() {
    await worker.close(true);
    redis.disconnect();
    await delivery.end();
  },
};
answerCalls(contender);
