import type { Cause } from "@/db/enums";
import type { deliveriesBySlot } from "./deliveries-by-slot";
import type { CauseOutcome } from "./outcomes";
import { sum } from "./sum";

type PendingBy = Awaited<ReturnType<typeof deliveriesBySlot>>["pendingBy"];

/**
 * Returns the number of failed attempts of each cause, most first. `failed` and `waiting` count deliveries by the cause of
 * their last failed attempt: those that have failed, and those that wait for a retry.
 */
export function causesOf(outcomes: readonly CauseOutcome[], pendingBy: PendingBy) {
  const waitingBy = (pendingBy ?? []).flatMap(({ cause, retrying = 0 }) =>
    cause && retrying > 0 ? { cause, retrying } : [],
  );
  const names = new Set<Cause>([...outcomes, ...waitingBy].map(({ cause }) => cause));
  return [...names]
    .map((cause) => {
      const attempted = outcomes.filter((one) => one.cause === cause);
      const waiting = waitingBy.filter((one) => one.cause === cause);
      return {
        cause,
        count: sum(attempted.map(({ n }) => n)),
        statusCodes: statusCodesOf(attempted),
        failed: sum(attempted.map(({ result, n }) => (result === "failed" ? n : 0))),
        waiting: pendingBy ? sum(waiting.map(({ retrying }) => retrying)) : null,
      };
    })
    .toSorted((one, other) => other.count - one.count);
}

/** Returns the three most frequent status codes. */
function statusCodesOf(attempted: readonly CauseOutcome[]) {
  const codes = new Map<number, number>();
  for (const { statusCode, n } of attempted) {
    if (statusCode !== null) codes.set(statusCode, (codes.get(statusCode) ?? 0) + n);
  }
  return [...codes]
    .map(([statusCode, count]) => ({ statusCode, count }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, 3);
}
