import { cp, lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { compressAssets } from "@/server/supervisor/compress-assets";
import { root } from "@/server/supervisor/root";

const pages = path.join(root, ".next");
/** Files that only the build or the development server reads. */
const omitted = /^(build|cache|dev|diagnostics|types|trace|trace-build|turbopack|node_modules)$/;

/** Copies the built pages. */
export async function copyPages(release: string): Promise<void> {
  const target = path.join(release, ".next");
  await cp(pages, target, {
    recursive: true,
    filter: (file) => {
      const place = path.relative(pages, file);
      return !omitted.test(place) && !/\.(map|nft\.json)$/.test(place);
    },
  });
  await writeAliases(target);
  await removeBuildFolder(target);
  await compressAssets(path.join(target, "static"));
}

/**
 * The build writes its own folder into some files, which no running installation reads. Only whole paths are replaced: a build
 * in `/build` must not change `next/dist/build`.
 */
async function removeBuildFolder(target: string): Promise<void> {
  const folder = root.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const pattern = new RegExp(`(?<![\\w.@\\]-])${folder}(?![\\w-])`, "g");
  for (const file of await filesIn(target)) {
    const text = await readFile(file, "utf8");
    const replaced = text.replace(pattern, "/postback");
    if (replaced !== text) await writeFile(file, replaced);
  }
}

/**
 * Turbopack names external packages with a hash (`pino-28069d52`) and links them in `.next/node_modules`. npm packs no links,
 * so each becomes a package that exports what the pages import of the real one.
 */
async function writeAliases(target: string): Promise<void> {
  const links = await linksIn(path.join(pages, "node_modules"));
  // One file at a time: all at once would exceed the limit of open files of a container, which may be 1,024.
  let code = "";
  for (const file of await filesIn(path.join(target, "server"))) {
    code += `${await readFile(file, "utf8")}\n`;
  }
  for (const alias of links) {
    const imports = new Set(code.match(new RegExp(`(?<=["'])${alias}(/[^"']+)?(?=["'])`, "g")));
    await writeAlias(path.join(target, "node_modules", alias), alias, [...imports]);
  }
}

async function writeAlias(folder: string, alias: string, imports: string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const name = alias.replace(/-[0-9a-f]{16}$/, "");
  const exported: Record<string, object> = {};
  for (const [n, specifier] of imports.entries()) {
    const real = specifier.replace(alias, name);
    exported[`.${specifier.slice(alias.length)}`] = { import: `./${n}.mjs`, require: `./${n}.cjs` };
    const module = `import * as all from "${real}";\nexport * from "${real}";\nexport default all.default;\n`;
    await writeFile(path.join(folder, `${n}.mjs`), module);
    await writeFile(path.join(folder, `${n}.cjs`), `module.exports = require("${real}");\n`);
  }
  const manifest = JSON.stringify({ name: alias, exports: exported });
  await writeFile(path.join(folder, "package.json"), `${manifest}\n`);
}

/** Returns the names of the links, such as `pino-28069d5257187539` and `@node-rs/argon2-d87c2b703f45c451`. */
async function linksIn(folder: string, scope = ""): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const lists = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      if ((await lstat(file)).isSymbolicLink()) return [scope + name];
      return linksIn(file, `${name}/`);
    }),
  );
  return lists.flat();
}

/** Returns the text files below a folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(m?js|json|html|rsc)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}
