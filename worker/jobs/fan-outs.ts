import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { announce } from "@/lib/changes/announce";
import { log } from "@/lib/log";
import { isBacklogDeep } from "@/lib/queue/backlog";
import { expandFanOuts, othersPublish } from "@/lib/queue/fan-out";
import { wake } from "@/lib/queue/notify";
import { failPoint } from "@/worker/fail-point";
import { WakeSignal } from "@/worker/wake-signal";

/**
 * Deliveries of one step: about 15 ms of Postgres, and 4 ms in the portion while other accounts publish. A failed step is
 * retried with half the portion.
 */
const portions = { most: 500, shared: 100, least: 50 };
/** Share of the time in which steps run: publishing and deliveries get the rest. */
const dutyShare = 0.25;
/** Poll interval. `DueWork` finds a fan-out whose notification was lost within five seconds. */
const idleMs = 60_000;
/** Pause after a failure. Not measured. */
const failedMs = 1000;
/** Pause while the backlog is deep. Not measured. */
const slowMs = 500;
/**
 * Pause while other accounts publish: about 900 deliveries a second. Unpaced, fan-outs to 5,000 webhooks kept two cores
 * busy, and another account's publishing took 133 ms instead of 7 (median). Steps of 500 every 400 ms came as bursts of
 * storing, claiming and sending, in which its 99th percentile was 70 ms instead of 52.
 */
const sharedMs = 100;

/** Starts to expand fan-outs in the background. Returns functions to wake and stop it. */
export function runFanOuts(sql: Sql) {
  const wakeSignal = new WakeSignal();
  const stopping = new AbortController();
  let portion = portions.most;
  const running = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pauseMs = await step().catch((error) => {
        log.warn({ err: error, portion }, "fan-out failed; retrying with a smaller portion");
        portion = Math.max(portions.least, Math.floor(portion / 2));
        return failedMs;
      });
      // A new fan-out ends only the wait for one, never the pause between steps.
      if (pauseMs === null) await wakeSignal.wait(idleMs);
      else await delay(pauseMs, null, { signal: stopping.signal }).catch(() => null);
    }
  }

  /**
   * Runs one step. Returns the pause after it in ms, longer than the step, so that publishing and deliveries get most of
   * the time; null when no fan-out is left.
   */
  async function step(): Promise<number | null> {
    const startedAt = performance.now();
    const expansion = await expandFanOuts(sql, portion);
    if (expansion.created === 0) return null;
    failPoint("after_expand");
    wake(sql);
    for (const account of expansion.accountIds) announce(sql, { kind: "deliveries", account });
    const tookMs = performance.now() - startedAt;
    const isShared = await othersPublish(sql, expansion.accountIds);
    portion = isShared ? portions.shared : portions.most;
    if (!expansion.isLeft) return null;
    if (await isBacklogDeep(sql)) return slowMs;
    return isShared ? sharedMs : tookMs / dutyShare - tookMs;
  }

  return {
    wake: () => wakeSignal.signal(),
    async stop(): Promise<void> {
      stopping.abort();
      wakeSignal.signal();
      await running;
    },
  };
}
