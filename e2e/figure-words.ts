import type { Sql } from "@/db/client";
import type { Cause } from "@/db/enums";
import { type Counts, failedAttemptsIn, totalsIn } from "./figures";

export function shareOf(delivered: number, all: number): string {
  if (all === 0) return "–";
  return delivered === all || delivered === 0
    ? `${(100 * delivered) / all} %`
    : `${(Math.floor((delivered / all) * 1000) / 10).toFixed(1)} %`;
}

export function shownAs(count: number): string {
  return count.toLocaleString("en");
}

/** A line of "By event type": what was delivered, and what was not. */
export function inWords(counts: Counts): string {
  const { delivered, failed, retrying, cancelled } = counts;
  const pending = counts.pending - retrying;
  return `${shownAs(delivered)} delivered${othersInWords({ failed, retrying, pending, cancelled })}`;
}

/** The success of a webhook in the list. */
export function successInWords({ delivered, failed, retrying }: Counts): string {
  const all = delivered + failed + retrying;
  if (all === 0) return "no traffic";
  return `${shareOf(delivered, all)} delivered of ${shownAs(all)}, ${shownAs(failed)} failed`;
}

type CausesOf = Parameters<typeof totalsIn>[1] & { causes: { cause: Cause }[] };

/** The figure of each cause, its failed attempts, and the line below it: what was not delivered. */
export function causesInWords(sql: Sql, { causes, ...range }: CausesOf): Promise<string[]> {
  const line = async ({ cause }: { cause: Cause }) => {
    const attempts = await failedAttemptsIn(sql, range, cause);
    const { failed, retrying } = await totalsIn(sql, range, { cause });
    return `${shownAs(attempts)}${othersInWords({ failed, retrying }) || "none failed or retrying now"}`;
  };
  return Promise.all(causes.map(line));
}

function othersInWords(counts: Record<string, number>): string {
  return Object.entries(counts)
    .flatMap(([name, count]) => (count > 0 ? `${shownAs(count)} ${name}` : []))
    .join(" · ");
}
