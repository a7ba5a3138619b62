import { expect, test } from "vitest";
import { isApart, type LogPage, type LogPages, withPage } from "./log-pages";
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
  expect(isApart(log, fresh)).toBe(true);
  expect(withPage(log, 0, fresh)).toEqual({ pages: [fresh], pageParams: [undefined] });
  expect(isApart(log, pageOf(31, 27, "c"))).toBe(false);
});

test("an empty log takes new rows", () => {
  const empty: LogPages = { pages: [pageOf(0, 1)], pageParams: [undefined] };
  expect(numbers(withPage(empty, 0, pageOf(11, 10)))).toEqual([[11, 10]]);
});

test("the last page may end earlier than before", () => {
  expect(numbers(withPage(log, 1, pageOf(24, 22)))[1]).toEqual([24, 23, 22]);
});
