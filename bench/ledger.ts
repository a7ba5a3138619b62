import type { Accepted } from "./roles/publisher";
import type { Receipt } from "./roles/receiver";

/** Compares published events with those received on each path: latency, missing and duplicate ones. */
export function compare(
  accepted: Map<string, Accepted>,
  receipts: Map<string, Receipt>,
  paths: string[],
) {
  const pairs = [...accepted].flatMap(([id, { dueAt, at }]) =>
    paths.map((path) => ({ dueAt, at, receipt: receipts.get(`${path} ${id}`) })),
  );
  const arrival = ({ receipt }: (typeof pairs)[number]) => receipt?.at ?? Number.POSITIVE_INFINITY;
  return {
    /** From the 202, and from the time it was due to be sent. */
    afterAccept: pairs.map((pair) => arrival(pair) - pair.at),
    afterDue: pairs.map((pair) => arrival(pair) - pair.dueAt),
    lost: pairs.filter(({ receipt }) => !receipt).length,
    twice: pairs.filter(({ receipt }) => receipt && receipt.copies > 1).length,
  };
}
