import { connectSql } from "@/db/client";
import { readEnvironment } from "@/lib/env";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import type { AttemptResult } from "@/lib/queue/attempt-result";
import { send } from "@/worker/http/send";
import type { Job } from "./job";
import { Recorder } from "./recorder";

/** Steps that are the same for every contender. */
export const concurrency = 128;

export type Setup = { database: string; redis: string; jobs: number; receiver: string };

/** A delivery engine in its own process. */
export type Contender = {
  /** Runs everything up to the first request; afterwards all jobs wait in its queue. */
  prepare(setup: Setup): Promise<void>;
  /** Measurement starts here. */
  run(): void;
  end(): Promise<void>;
};

export const settings = readEnvironment({
  WORKER_CONCURRENCY: String(concurrency),
  ALLOW_PRIVATE_CIDRS: "127.0.0.0/8",
  LOG_LEVEL: "error",
});

/** The product's sender, with a recorder that batches like the product's. */
export function delivering(database: string) {
  const policy = targetPolicy(settings);
  const agent = guardedAgent(policy);
  const sql = connectSql(database, 2);
  const recorder = new Recorder(sql);

  return {
    /** Every waiting delivery. */
    jobs: (): Promise<Job[]> => sql<Job[]>`
      select d.id as delivery_id, d.webhook_id, e.id as event_id, e.data, w.callback_url, s.secret
      from deliveries d join events e on e.id = d.event_id join webhooks w on w.id = d.webhook_id
        join webhook_secrets s on s.webhook_id = w.id
      order by d.id`,
    async deliver(job: Job): Promise<void> {
      const outcome: AttemptResult = await send(leasedDelivery(job), { agent, policy });
      await recorder.add({ job, outcome });
    },
    async end(): Promise<void> {
      await Promise.all([agent.destroy(), sql.end({ timeout: 1 })]);
    },
  };
}

/** As claimed by the product's worker. */
function leasedDelivery({ secret, ...job }: Job): Parameters<typeof send>[0] {
  return {
    ...job,
    event: "VIDEO_GENERATION_SUCCESS",
    deadlineSeconds: 15,
    secrets: [secret],
    headers: null,
    now: new Date(),
    claimedAt: performance.now(),
  };
}
