import { SourceMap, type SourceMapping } from "node:module";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { thinSourceMap } from "./thin-source-map";

const source = `
// A comment, which the output does not have.
export const one = (a: number) =>
  a +
  1;
export function two(b: number): number {
  return one(b)
    + one(2);
}
`;

test("every position of the output keeps its line of the source, with fewer positions", async () => {
  const options = { loader: "ts", sourcemap: "external", sourcefile: "source.ts" } as const;
  const { code, map } = await transform(source, options);
  const thin = thinSourceMap(map);
  const [before, after] = [new SourceMap(JSON.parse(map)), new SourceMap(JSON.parse(thin))];
  for (const [line, text] of code.split("\n").entries()) {
    for (let column = text.search(/\S/); column >= 0 && column < text.length; column++) {
      const { originalLine, originalSource } = before.findEntry(line, column) as SourceMapping;
      expect(after.findEntry(line, column)).toMatchObject({ originalLine, originalSource });
    }
  }
  expect(JSON.parse(thin).mappings.length).toBeLessThan(JSON.parse(map).mappings.length * 0.7);
});
