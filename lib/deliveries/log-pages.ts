import type { InfiniteData } from "@tanstack/react-query";
import type { Delivery } from "./queries";

export type LogPage = { deliveries: Delivery[]; nextCursor?: string | undefined };
export type LogPages = InfiniteData<LogPage, string | undefined>;
/** A log that is watched for a night takes new rows into its first page until that has this many. */
const firstPageLimit = 200;
type Place = Pick<Delivery, "createdAt" | "id">;

/** Returns whether a row is below another in a list that is newest first. */
export function isBelow(one: Place, other: Place): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt;
  return one.id < other.id;
}

/** Returns the log with one page replaced by a fresh copy. New rows above the first page join it, or the log restarts. */
export function withPage(log: LogPages, n: number, fresh: LogPage): LogPages {
  return n === 0 && restartsWith(log, fresh)
    ? { pages: [fresh], pageParams: [undefined] }
    : withRows(log, n, fresh);
}

function withRows(log: LogPages, n: number, fresh: LogPage): LogPages {
  const page = log.pages[n];
  if (!page) return log;
  return { ...log, pages: log.pages.with(n, { ...page, deliveries: joined(page, fresh) }) };
}

/**
 * Returns whether the log restarts with a fresh copy of its first page: rows between them may be missing, or the first
 * page would become too long. Only its newest rows are read again, and a browser would keep the others until it is closed.
 */
export function restartsWith(log: LogPages, fresh: LogPage): boolean {
  const [first] = log.pages;
  return !first || isApart(log, fresh) || joined(first, fresh).length > firstPageLimit;
}

/** Returns the log with what a fresh first page says of rows that it has. Newer rows are left out. */
export function withoutNewer(log: LogPages, fresh: LogPage): LogPages {
  const deliveries = fresh.deliveries.slice(countNewer(log, fresh));
  return deliveries.length > 0 ? withRows(log, 0, { ...fresh, deliveries }) : log;
}

/** Returns the number of rows of a fresh first page that are newer than all of the log. */
export function countNewer({ pages }: LogPages, { deliveries }: LogPage): number {
  const first = pages[0]?.deliveries[0];
  return first ? deliveries.filter((row) => isBelow(first, row)).length : deliveries.length;
}

/** Returns whether rows may be missing between the log and a fresh copy of its first page: more came than a page holds. */
function isApart({ pages }: LogPages, { deliveries, nextCursor }: LogPage): boolean {
  const [first, last] = [pages[0]?.deliveries[0], deliveries.at(-1)];
  return !first || (nextCursor !== undefined && last !== undefined && isBelow(first, last));
}

/**
 * Merges a page with its fresh copy. Rows missing from the fresh part no longer match and are dropped; rows below it
 * stay.
 */
function joined(page: LogPage, fresh: LogPage): Delivery[] {
  const [end, reached] = [page.deliveries.at(-1), fresh.deliveries.at(-1)];
  const within = page.nextCursor
    ? fresh.deliveries.filter((row) => !end || !isBelow(row, end))
    : fresh.deliveries;
  const beyond =
    fresh.nextCursor && reached ? page.deliveries.filter((row) => isBelow(row, reached)) : [];
  return [...within, ...beyond];
}
