import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addCompileHints } from "./compile-hints";

test("the scripts of every page begin with the hint, others stay as they are", async () => {
  const build = await mkdtemp(path.join(tmpdir(), "postback-build-"));
  onTestFinished(() => rm(build, { recursive: true }));
  const write = (name: string, text: string) => writeFile(path.join(build, name), text);
  const manifest = { rootMainFiles: ["react.js"], polyfillFiles: ["polyfills.js"] };
  await write("build-manifest.json", JSON.stringify(manifest));
  for (const name of ["react.js", "polyfills.js", "page.js"]) await write(name, "act()");
  await addCompileHints(build);
  const read = (name: string) => readFile(path.join(build, name), "utf8");
  expect(await read("react.js")).toBe("//# allFunctionsCalledOnLoad\nact()");
  expect(await read("polyfills.js")).toBe("act()");
  expect(await read("page.js")).toBe("act()");
});
