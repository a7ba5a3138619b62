import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { migrate } from "@/db/migrate";
import { startEmbeddedPostgres } from "@/server/embedded-postgres/database";
import { folderOf } from "@/server/embedded-postgres/folder";
import { stopPostgresOnExit } from "./cleanup-on-exit";
import { dataRoot } from "./data-root";

const variable = "POSTBACK_HOME_TEMPLATE";

/** Creates a data folder with a migrated database, once a run: that is most of the time of a first start. */
export async function setup(): Promise<() => Promise<void>> {
  const dir = await makeHomeFolder("postback-template-");
  const server = await startEmbeddedPostgres({ dir, settings: { fsync: "off" } });
  await migrate(server.url);
  await server.stop();
  // Each copy chooses a port of its own.
  await rm(folderOf(dir).port);
  process.env[variable] = dir;
  return () => rm(dir, { recursive: true, force: true });
}

/** Copies the template into an empty data folder, with a master key of its own. Without one the product creates its database. */
export async function copyTemplate(dir: string): Promise<void> {
  const template = process.env[variable];
  if (!template) return;
  // Keeps the owner: Postgres opens only files of its own user.
  await promisify(execFile)("cp", ["-a", `${template}/.`, dir]);
  // The product refuses to start on a database without its key.
  const key = randomBytes(32).toString("base64");
  await writeFile(path.join(dir, "master-key"), `${key}\n`, { mode: 0o600 });
}

export async function makeHomeFolder(prefix: string): Promise<string> {
  const dir = await mkdtemp(path.join(dataRoot(), prefix));
  // The embedded server's own account must be able to traverse the folder.
  await chmod(dir, 0o711);
  // A run that is interrupted would leave it in memory.
  stopPostgresOnExit(dir);
  return dir;
}
