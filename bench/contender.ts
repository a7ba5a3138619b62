import { connectSql } from "@/db/client";
import { readEnvironment } from "@/lib/env";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import type { Outcome } from "@/lib/queue/outcome";
import { send } from "@/worker/send";
import type { Job } from "./job";
import { Recorder } from "./recorder";

/** What everybody who drains has to do the same way. */
export const concurrency = 128;

export type Setup = { database: string; redis: string; jobs: number; receiver: string };

/** A way to get deliveries sent, in a process of its own. */
export type Contender = {
  /** Everything up to the first request; afterwards all jobs wait in its queue. */
  prepare(setup: Setup): Promise<void>;
  /** From here on it is measured. */
  run(): void;
  end(): Promise<void>;
};

export const settings = readEnvironment({
  WORKER_CONCURRENCY: String(concurrency),
  ALLOW_PRIVATE_CIDRS: "127.0.0.0/8",
  LOG_LEVEL: "error",
});

/** The product's sender, and a recorder as grouped as its own. */
export function delivering(database: string) {
  const policy = targetPolicy(settings);
  const agent = guardedAgent(policy);
  const sql = connectSql(database, 2);
  const recorder = new Recorder(sql);

  return {
    /** Every delivery that waits. */
    jobs: (): Promise<Job[]> => sql<Job[]>`
      select d.id as delivery_id, d.webhook_id, e.id as event_id, e.data, w.callback_url, s.secret
      from deliveries d join events e on e.id = d.event_id join webhooks w on w.id = d.webhook_id
        join webhook_secrets s on s.webhook_id = w.id
      order by d.id`,
    async deliver(job: Job): Promise<void> {
      const outcome: Outcome = await send(claimedOf(job), { agent, policy });
      await recorder.add({ job, outcome });
    },
    async end(): Promise<void> {
      await Promise.all([agent.destroy(), sql.end({ timeout: 1 })]);
    },
  };
}

/** As the product's worker would have claimed it. */
function claimedOf({ secret, ...job }: Job): Parameters<typeof send>[0] {
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
