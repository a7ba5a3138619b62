import type { QueryClient } from "@tanstack/react-query";
import type { Changed } from "@/lib/stream/contract";
import { isAffected } from "./affected";
import { paced } from "./paced";

/** Reads again what changed: only what is on the screen, and never while the last time is still under way. */
export function refresher(client: QueryClient) {
  let changes: Changed[] = [];
  let missed = false;

  const pace = paced(
    () => {
      const [these, all] = [changes, missed];
      changes = [];
      missed = false;
      return client.invalidateQueries({
        predicate: (query) => (all ? !query.meta?.hearsItself : isAffected(query, these)),
      });
    },
    { gatherMs: 60, restMs: 1000 },
  );

  return {
    /** Nothing, when something may have been missed. */
    note: (more: Changed[] | undefined) => {
      if (more) changes.push(...more);
      else missed = true;
      pace.ask();
    },
    stop: pace.stop,
  };
}
