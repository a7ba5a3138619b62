import { Logger, type Runner, run } from "graphile-worker";
import postgres from "postgres";
import { type Contender, concurrency, delivering, type Setup } from "@/bench/contender";
import type { Job } from "@/bench/job";
import { answerCalls } from "@/bench/role";

const inserted = 5000;

let database = "";
let delivery: ReturnType<typeof delivering>;
let runner: Promise<Runner>;

/** Tuned: fetches and completes jobs by the hundred. */
const preset = {
  worker: {
    logger: new Logger(() => () => {}),
    concurrentJobs: concurrency,
    localQueue: { size: 500 },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
    maxPoolSize: 10,
  },
};

const contender: Contender = {
  async prepare(setup: Setup) {
    database = setup.database;
    delivery = delivering(database);
    await (await run({ preset, connectionString: database, taskList: { deliver } })).stop();
    const sql = postgres(database, { max: 1, onnotice() {} });
    const jobs = await delivery.jobs();
    for (let n = 0; n < jobs.length; n += inserted) {
      const specs = jobs
        .slice(n, n + inserted)
        .map((payload) => ({ identifier: "deliver", payload }));
      await sql`
        select count(*) from graphile_worker.add_jobs(array(
          select json_populate_record(null::graphile_worker.job_spec, spec)
          from json_array_elements(${JSON.stringify(specs)}::text::json) spec))`;
    }
    await sql.end();
  },
  run() {
    runner = run({ preset, connectionString: database, taskList: { deliver } });
  },
  async end() {
    await (await runner).stop();
    await delivery.end();
  },
};
answerCalls(contender);

async function deliver(job: unknown): Promise<void> {
  await delivery.deliver(job as Job);
}
