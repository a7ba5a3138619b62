import { setTimeout as delay } from "node:timers/promises";
import { until } from "@/tests/product";
import { key } from "./programs";

type Options = {
  count: number;
  publishers?: number;
  /** The rate unless the machine is too busy for it. */
  perSecond?: number;
};

/**
 * The producer's ledger. An event answered with 202 is accepted; after an error it may be stored or not, and is
 * published again with the same idempotency key until accepted.
 */
export function produce(address: () => string, options: Options) {
  const { count, publishers = 4, perSecond = Number.POSITIVE_INFINITY } = options;
  const startedAt = performance.now();
  /** Published payload by event id. */
  const accepted = new Map<string, string>();
  const statuses = new Map<number, number>();
  let next = 0;

  async function publish(videoId: string): Promise<boolean> {
    const answer = await fetch(`${address()}/v1/events`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": videoId },
      body: JSON.stringify({ event: "VIDEO_GENERATION_SUCCESS", data: { videoId } }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    const status = answer?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (answer?.status !== 202) return false;
    accepted.set((await answer.json()).id, videoId);
    return true;
  }

  async function publisher(): Promise<void> {
    while (next < count) {
      // Taken before the wait, in which other publishers would take the last number as well.
      const number = next++;
      await delay(Math.max(0, startedAt + (number / perSecond) * 1000 - performance.now()));
      await until(() => publish(`video-${number}`));
    }
  }

  return {
    accepted,
    /** Number of responses by status; 0 is no response. */
    statuses,
    atLeast: (share: number) => until(() => accepted.size >= count * share),
    over: Promise.all(Array.from({ length: publishers }, publisher)),
  };
}
