import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Change } from "./change";

function change(props: Parameters<typeof Change>[0]) {
  const html = renderToStaticMarkup(createElement(Change, props));
  const spoken = html.replaceAll(/<span aria-hidden="true">.*?<\/span>/g, "");
  return {
    spoken: spoken.replaceAll(/<.*?>/g, ""),
    tone: /text-(good|bad|soft|faint)/.exec(html)?.[1],
  };
}

test.each([
  [{ now: 150, before: 100 }, ", up 50\u00a0% from the period before", "soft"],
  [{ now: 75, before: 100, good: "down" }, ", down 25\u00a0% from the period before", "good"],
  [{ now: 41, before: 0, good: "down" }, ", up >999\u00a0% from the period before", "bad"],
  [{ now: 3, before: 1000, good: "down" }, ", down 99\u00a0% from the period before", "good"],
  [{ now: 0, before: 1000, good: "down" }, ", down 100\u00a0% from the period before", "good"],
  [{ now: 1099, before: 100 }, ", up 999\u00a0% from the period before", "soft"],
  [{ now: 0, before: 0, good: "down" }, ", unchanged from the period before", "faint"],
  [
    { now: 0.844, before: 0.999, good: "up", unit: "points" },
    ", down 15.5\u00a0pp from the period before",
    "bad",
  ],
] as const)("%o is spoken and coloured by its meaning", (props, spoken, tone) => {
  const said = change(props);
  expect(said.spoken.replaceAll("&gt;", ">")).toBe(spoken);
  expect(said.tone).toBe(tone);
});
