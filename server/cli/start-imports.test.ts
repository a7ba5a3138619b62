import { build, type Metafile } from "esbuild";
import { expect, test } from "vitest";
import { bundleOptions } from "@/server/supervisor/bundle-options";
import { root } from "@/server/supervisor/root";

/** Packages that take 3 to 9 MB each for as long as the product runs. */
const forOthers = ["postgres", "drizzle-orm", "undici", "next", "@opentelemetry/api"];

test("the supervisor keeps no package in memory that only other processes need", async () => {
  const { metafile } = await build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: ["server/cli/start.ts", "server/cli/entry.ts"],
    splitting: true,
    outdir: "dist",
    write: false,
    metafile: true,
  });
  const packages = [
    ...packagesOf(metafile, "dist/start.js"),
    ...packagesOf(metafile, "dist/entry.js"),
  ];
  expect(packages).toContain("zod");
  expect(packages.filter((name) => forOthers.includes(name))).toEqual([]);
});

/** Returns what this file loads when it is imported, also through other files. drizzle-orm is part of the files that use it. */
function packagesOf({ outputs }: Metafile, file: string): string[] {
  const { imports = [], inputs = {} } = outputs[file] ?? {};
  const inlined = Object.keys(inputs).map((input) => /node_modules\/([^/]+)/.exec(input)?.[1]);
  return [
    ...inlined.filter((name) => name !== undefined),
    ...imports
      .filter(({ kind }) => kind === "import-statement")
      .flatMap(({ path, external }) =>
        external ? [path] : packagesOf({ inputs: {}, outputs }, path),
      ),
  ];
}
