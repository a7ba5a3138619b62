import { setTimeout as delay } from "node:timers/promises";
import { key } from "./programs";

/**
 * Publishes events at a rate, whatever becomes of them, and notes which were answered with 202 and when.
 * @param most requests in flight, above which a busy machine falls behind the rate
 */
export function produceAt(ratePerSecond: number, address: () => string, most = Infinity) {
  /** Published payload by event id. */
  const accepted = new Map<string, string>();
  const acceptedAt: number[] = [];
  const refused = new Map<number, number>();
  const stopping = new AbortController();
  const pending = new Set<Promise<void>>();
  let next = 0;

  async function publish(videoId: string): Promise<void> {
    const answer = await fetch(`${address()}/v1/events`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ event: "VIDEO_GENERATION_SUCCESS", data: { videoId } }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null);
    const status = answer?.status ?? 0;
    if (answer?.status !== 202) {
      await answer?.body?.cancel();
      refused.set(status, (refused.get(status) ?? 0) + 1);
      return;
    }
    acceptedAt.push(performance.now());
    accepted.set((await answer.json()).id, videoId);
  }

  async function run(): Promise<void> {
    const startedAt = performance.now();
    while (!stopping.signal.aborted) {
      const due = ((performance.now() - startedAt) / 1000) * ratePerSecond;
      while (next < due && pending.size < most) {
        const work = publish(`video-${next++}`).finally(() => pending.delete(work));
        pending.add(work);
      }
      await delay(5);
    }
    await Promise.all(pending);
  }
  const running = run();

  return {
    accepted,
    refused,
    /** Returns the time of the first 202 after this time, by `performance.now()`; undefined without one. */
    firstAfter: (time: number) => acceptedAt.find((at) => at > time),
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
