import { useEffect } from "react";
import { paced } from "@/components/live/paced";
import { useIsDisconnected } from "@/components/live/use-live-state";
import { onVisible } from "./on-visible";

const gatherMs = 80;
const [leastRestMs, mostRestMs] = [1000, 10_000];
/** A page takes at most a twentieth of a connection of the database. */
const restsPerRead = 20;

/**
 * Reads again after changes of deliveries, with rests in proportion to how long a read takes. The figures of a month are
 * read in milliseconds where there are few.
 */
export function useRestedReads(read: () => Promise<unknown>, enabled: boolean): void {
  const isDisconnected = useIsDisconnected();
  useEffect(() => {
    if (!enabled) return;
    const { ask, stop } = paced(read, { gatherMs, restMs });
    const unsubscribe = onVisible(ask, isDisconnected);
    return () => {
      stop();
      unsubscribe();
    };
  }, [read, enabled, isDisconnected]);
}

function restMs(tookMs: number): number {
  return Math.min(Math.max(restsPerRead * tookMs, leastRestMs), mostRestMs);
}
