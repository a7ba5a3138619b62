import type { DeliveryDetail } from "@/lib/deliveries/queries";

type Attempts = readonly Pick<DeliveryDetail["attemptLog"][number], "number" | "trigger">[];
type Resent = Pick<DeliveryDetail, "status"> & { attemptLog: Attempts };

/**
 * Returns the latest attempt by a resend.
 *
 * @param after attempts when the resend was requested. The schedule may have made another before the resend was sent.
 */
export function outcomeOf<A extends Attempts>(attemptLog: A, after: number): A[number] | undefined {
  return attemptLog.find(({ number, trigger }) => number > after && trigger === "resend");
}

/** Returns whether a resend has no result yet. A cancelled one gets none. */
export function isAwaited({ attemptLog, status }: Resent, after: number | undefined): boolean {
  if (after === undefined || status === "cancelled") return false;
  return outcomeOf(attemptLog, after) === undefined;
}
