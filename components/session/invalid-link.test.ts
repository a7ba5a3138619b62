import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Problem } from "@/lib/protocol/problem";
import { InvalidLink, linkFailure } from "./invalid-link";

test.each([
  [new Problem(40000, "Not a token"), "Go to sign-in"],
  [new Problem(40400, "No such link"), "Go to sign-in"],
  [new Problem(40900, "Taken"), "Go to sign-in"],
  [new Problem(42900, "Too many"), "Try again"],
  [new Problem(50200, "A proxy"), "Try again"],
  [new Problem(50300, "Away"), "Try again"],
  [new TypeError("Odd"), "Try again"],
])("after the failure %s a link offers what helps: %s", (error, offer) => {
  const failure = { ...linkFailure(error), title: "Failed", retry() {} };
  const html = renderToStaticMarkup(createElement(InvalidLink, failure));
  expect(html).toContain(error.message);
  expect(html.match(/Go to sign-in|Try again/g)).toEqual([offer]);
});
