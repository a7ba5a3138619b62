import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "@/server/supervisor/root";

/** Sources by path below the repository's root, such as `components/ui/button.tsx`. */
export type Sources = Record<string, string>;

/** Reads the sources of a top folder, without its tests. */
export function sourcesOf(top: string): Sources {
  const files = readdirSync(path.join(root, top), { recursive: true })
    .map((file) => `${top}/${String(file).replaceAll(path.sep, "/")}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  return Object.fromEntries(
    files.map((file) => [file, readFileSync(path.join(root, file), "utf8")]),
  );
}

/**
 * Returns each import circle among the folders directly below a top folder, as `["a", "b", "a"]`. Dynamic and
 * type-only imports count. Depth-first search; every back edge closes one circle.
 */
export function folderCycles(sources: Sources): string[][] {
  const imports = folderImports(sources);
  const finished = new Set<string>();
  const cycles: string[][] = [];
  const visit = (folder: string, trail: string[]) => {
    const start = trail.indexOf(folder);
    if (start >= 0) cycles.push([...trail.slice(start), folder]);
    if (start >= 0 || finished.has(folder)) return;
    for (const next of imports.get(folder) ?? []) visit(next, [...trail, folder]);
    finished.add(folder);
  };
  for (const folder of [...imports.keys()].sort()) visit(folder, []);
  return cycles;
}

function folderImports(sources: Sources): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const [file, text] of Object.entries(sources)) {
    const [top = "", folder = ""] = file.split("/");
    const known = imports.get(folder) ?? new Set();
    imports.set(folder, known);
    for (const [, specifier = ""] of text.matchAll(/(?:\bfrom|\bimport)[\s(]*"([^"]+)"/g)) {
      const target = specifier.startsWith("@/")
        ? specifier.slice(2)
        : path.posix.join(path.posix.dirname(file), specifier);
      const [targetTop, targetFolder = ""] = target.split("/");
      if (targetTop === top && targetFolder !== folder) known.add(targetFolder);
    }
  }
  return imports;
}
