import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Pager } from "./pager";
import { rowsOfStep, useFirstRows } from "./use-first-rows";

const numbers = Array.from({ length: 250 }, (_, n) => n);

test("a long list begins with its first rows and offers more", () => {
  expect(drawn(numbers)).toEqual({ rows: rowsOfStep, isCut: true });
  expect(drawn(numbers.slice(0, rowsOfStep))).toEqual({ rows: rowsOfStep, isCut: false });
});

test("the row that a link names is drawn, however old", () => {
  expect(drawn(numbers, 180)).toEqual({ rows: 181, isCut: true });
  expect(drawn(numbers, 249)).toEqual({ rows: 250, isCut: false });
});

function drawn(all: number[], marked?: number) {
  const List = () => {
    const { rows, list } = useFirstRows(all, marked);
    return createElement(Pager, { shown: `${rows.length} rows`, list, more: "Show more" });
  };
  const html = renderToStaticMarkup(createElement(List));
  return { rows: Number(/(\d+) rows/.exec(html)?.[1]), isCut: html.includes("Show more") };
}
