import { useEffect } from "react";
import { paced, restsInProportion } from "@/components/live/paced";
import { useIsDisconnected } from "@/components/live/use-live-state";
import { onVisible } from "./on-visible";

/** A page takes up about a twentieth of a connection of the database while its reads take less than half a second. */
const pace = { gatherMs: 80, restMs: restsInProportion(20) };

/**
 * Reads again after changes of deliveries, with rests in proportion to how long a read takes. The figures of a month are
 * read in milliseconds where there are few.
 */
export function useRestedReads(read: () => Promise<unknown>, enabled: boolean): void {
  const isDisconnected = useIsDisconnected();
  useEffect(() => {
    if (!enabled) return;
    const { ask, stop } = paced(read, pace);
    const unsubscribe = onVisible(ask, isDisconnected);
    return () => {
      stop();
      unsubscribe();
    };
  }, [read, enabled, isDisconnected]);
}
