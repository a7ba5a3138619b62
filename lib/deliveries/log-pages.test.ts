import { expect, test } from "vitest";
import {
  countNewer,
  type LogPage,
  type LogPages,
  restartsWith,
  withoutNewer,
  withPage,
} from "./log-pages";
import type { Delivery } from "./queries";

/** Returns a row by its number; higher numbers are newer. */
const row = (n: number, status = "pending") =>
  ({ id: `${n}`.padStart(4, "0"), createdAt: `2026-11-21T12:00:${n}Z`, status }) as Delivery;
const pageOf = (from: number, to: number, nextCursor?: string): LogPage => ({
  deliveries: Array.from({ length: from - to + 1 }, (_, n) => row(from - n)),
  nextCursor,
});
const log: LogPages = {
  pages: [pageOf(29, 25, "a"), pageOf(24, 20, "b")],
  pageParams: [undefined, "a"],
};
const numbers = ({ pages }: LogPages) =>
  pages.map(({ deliveries }) => deliveries.map(({ id }) => Number(id)));

test("new rows join the first page without duplicates", () => {
  const next = withPage(log, 0, pageOf(31, 27, "c"));
  expect(numbers(next)).toEqual([
    [31, 30, 29, 28, 27, 26, 25],
    [24, 23, 22, 21, 20],
  ]);
  expect(next.pages[0]?.nextCursor).toBe("a");
});

test("a row that no longer matches goes; the page it made room for stays as it was", () => {
  const fresh: LogPage = { deliveries: [29, 27, 26, 25, 24].map((n) => row(n)), nextCursor: "c" };
  expect(numbers(withPage(log, 0, fresh))).toEqual([
    [29, 27, 26, 25],
    [24, 23, 22, 21, 20],
  ]);
});

test("a row that changed shows as it is now", () => {
  const fresh: LogPage = { deliveries: [row(29, "delivered"), row(28), row(27), row(26), row(25)] };
  const [first] = withPage(log, 0, { ...fresh, nextCursor: "a" }).pages;
  expect(first?.deliveries[0]?.status).toBe("delivered");
});

test("when more came than a page holds, the log begins anew, for rows in between are not known", () => {
  const fresh = pageOf(59, 55, "z");
  expect(restartsWith(log, fresh)).toBe(true);
  expect(withPage(log, 0, fresh)).toEqual({ pages: [fresh], pageParams: [undefined] });
  expect(restartsWith(log, pageOf(31, 27, "c"))).toBe(false);
});

test("an empty log takes new rows", () => {
  const empty: LogPages = { pages: [pageOf(0, 1)], pageParams: [undefined] };
  expect(numbers(withPage(empty, 0, pageOf(11, 10)))).toEqual([[11, 10]]);
});

test("the last page may end earlier than before", () => {
  expect(numbers(withPage(log, 1, pageOf(24, 22)))[1]).toEqual([24, 23, 22]);
});

test("a first page that new rows join for a night restarts before it has more than 200 rows", () => {
  let watched: LogPages = { pages: [pageOf(1049, 1000, "a")], pageParams: [undefined] };
  const lengths = [];
  for (let newest = 1059; newest < 2000; newest += 10) {
    watched = withPage(watched, 0, pageOf(newest, newest - 49, `${newest}`));
    lengths.push(watched.pages[0]?.deliveries.length);
  }
  expect(Math.max(...lengths.map(Number))).toBe(200);
  expect(numbers(watched)[0]?.[0]).toBe(1999);
  expect(watched.pages[0]?.nextCursor).toMatch(/^\d+$/);
});

test("rows that would restart the log are counted without those it has", () => {
  const full: LogPages = { pages: [pageOf(1199, 1000, "a")], pageParams: [undefined] };
  const fresh = pageOf(1202, 1153, "b");
  expect(restartsWith(full, fresh)).toBe(true);
  expect(countNewer(full, fresh)).toBe(3);
  expect(restartsWith(full, pageOf(1199, 1150, "b"))).toBe(false);
});

test("a log that stands still shows its rows as they are now, without newer ones", () => {
  const fresh: LogPage = { deliveries: [31, 30, 29, 27].map((n) => row(n, "delivered")) };
  const next = withoutNewer(log, { ...fresh, nextCursor: "c" });
  expect(numbers(next)).toEqual([
    [29, 27, 26, 25],
    [24, 23, 22, 21, 20],
  ]);
  expect(next.pages[0]?.deliveries.map(({ status }) => status)).toEqual([
    "delivered",
    "delivered",
    "pending",
    "pending",
  ]);
  expect(withoutNewer(log, pageOf(59, 55, "z"))).toBe(log);
});
