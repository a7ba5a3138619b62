import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { version } from "@/package.json";
import { commitFile, commitOfBuild } from "@/server/supervisor/build-commit";
import { ensureBuild } from "@/server/supervisor/ensure-build";
import { root } from "@/server/supervisor/root";
import { copyPages } from "./copy-pages";
import { tracePackages } from "./trace-packages";

/**
 * `npm pack` runs this first: it writes the folder `release`, the built product with the packages that it loads and nothing
 * else. The tarball contains this folder; `package.json` names what has to fit the platform and is installed with it.
 */
const release = path.join(root, "release");
const dist = path.join(root, "dist");

await ensureBuild();
const programs = (await readdir(dist)).filter((name) => name.endsWith(".js"));
await rm(release, { recursive: true, force: true });
await mkdir(path.join(release, "dist"), { recursive: true });
for (const name of programs) {
  await cp(path.join(dist, name), path.join(release, "dist", name));
}
await cp(path.join(root, commitFile), path.join(release, commitFile));
// Only the generator of migrations reads the snapshots.
for (const folder of ["public", "db/migrations"]) {
  await cp(path.join(root, folder), path.join(release, folder), {
    recursive: true,
    filter: (file) => !file.endsWith("_snapshot.json"),
  });
}
await copyPages(release);
const files = await tracePackages(programs.map((name) => path.join(dist, name)));
for (const file of files) {
  await cp(path.join(root, file), path.join(release, file), { dereference: true });
}
await writeFile(
  path.join(release, "release.json"),
  `${JSON.stringify({ version, commit: commitOfBuild(), builtAt: new Date().toISOString() })}\n`,
);
