import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "@/server/supervisor/root";

const page = readFileSync(path.join(root, "docs/decisions.md"), "utf8");
const headings = [...page.matchAll(/^## (?<text>.*)$/gm)].map((match) => match.groups?.text ?? "");
const indexed = [...page.matchAll(/^- \[.*\]\(#(?<anchor>.*)\)$/gm)].map(
  (match) => match.groups?.anchor,
);

/** Returns the anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

test("the index of decisions names each of them once", () => {
  expect(new Set(indexed)).toEqual(new Set(headings.map(anchorOf)));
  expect(indexed).toHaveLength(headings.length);
});
