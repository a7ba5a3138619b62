import { readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "@/server/supervisor/bundle-options";
import { root } from "@/server/supervisor/root";

/** One text in the sources, and its replacement. */
export type Edit = { file: string; from: string; to: string };

/**
 * Bundles a program from the sources, which then starts in a fraction of the time. Some of their text can be replaced, for
 * a test or a measurement only; the product has no such switch. Returns the path of the bundle.
 * @throws Error unless each text occurs exactly once: the sources have changed, and the edit must follow.
 */
export async function bundleProgram(entry: string, name: string, edits: Edit[] = []) {
  const texts = await apply(edits);
  // Beside the real bundle, where packages resolve the same way.
  const outfile = path.join(root, "dist", "tests", `${name}.js`);
  await build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    plugins: [
      ...bundleOptions.plugins,
      {
        name: "edits",
        setup(run) {
          run.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
            const contents = texts.get(file);
            return contents === undefined ? null : { contents, loader: "ts" as const };
          });
        },
      },
    ],
  });
  return outfile;
}

async function apply(edits: Edit[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { file, from, to } of edits) {
    const place = path.join(root, file);
    const parts = (texts.get(place) ?? (await readFile(place, "utf8"))).split(from);
    if (parts.length !== 2) throw new Error(`${file} has not exactly one ${JSON.stringify(from)}`);
    texts.set(place, parts.join(to));
  }
  return texts;
}
