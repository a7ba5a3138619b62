import type { Sql } from "@/db/client";
import { announce } from "@/lib/changes/announce";
import { log } from "@/lib/log";
import { countReady } from "@/lib/queue/backlog";
import { expandFanOuts } from "@/lib/queue/fan-out";
import { wake } from "@/lib/queue/notify";
import { failPoint } from "@/worker/fail-point";
import { WakeSignal } from "@/worker/scheduler/wake-signal";

/** Deliveries of one step: about 50 ms of Postgres. A failed step is retried with half the portion. */
const portions = { most: 2000, least: 50 };
/** Poll interval: the longest delay of a fan-out whose notification was missed. Not measured. */
const idleMs = 1000;
/** Due deliveries above which fan-outs proceed slowly, one step each `slowMs`. Not measured. */
const readyLimit = 10_000;
const slowMs = 500;

/** Starts to expand fan-outs in the background. Returns functions to wake and stop it. */
export function runFanOuts(sql: Sql) {
  const wakeSignal = new WakeSignal();
  let portion = portions.most;
  let isStopping = false;
  const running = run();

  async function run(): Promise<void> {
    while (!isStopping) {
      const restMs = await step().catch((error) => {
        log.warn({ err: error, portion }, "fan-out failed; retrying with a smaller portion");
        portion = Math.max(portions.least, Math.floor(portion / 2));
        return idleMs;
      });
      await wakeSignal.wait(restMs);
    }
  }

  /** Runs one step. Returns the pause after it in ms: its duration or more, so that publishing and deliveries get half of the time. */
  async function step(): Promise<number> {
    const startedAt = performance.now();
    const expansion = await expandFanOuts(sql, portion);
    if (expansion.created === 0) return idleMs;
    failPoint("after_expand");
    portion = portions.most;
    wake(sql);
    for (const account of expansion.accountIds) announce(sql, { kind: "deliveries", account });
    if (!expansion.isLeft) return idleMs;
    const isDeep = (await countReady(sql, readyLimit)) >= readyLimit;
    return isDeep ? slowMs : performance.now() - startedAt;
  }

  return {
    wake: () => wakeSignal.signal(),
    async stop(): Promise<void> {
      isStopping = true;
      wakeSignal.signal();
      await running;
    },
  };
}
